// SPDX-License-Identifier: Apache-2.0
/** Tests of importing logs. */
package org.colophon.benchmarks.mysql;
