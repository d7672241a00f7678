// SPDX-License-Identifier: Apache-2.0
/** Tests the whole path from a log to a store. */
package org.colophon.reporters.mysql;
