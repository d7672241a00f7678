// SPDX-License-Identifier: Apache-2.0
/** Tests of the parts of the load that need no server. */
package org.colophon.benchmarks.tpcc;
