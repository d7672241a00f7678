// SPDX-License-Identifier: Apache-2.0
/**
 * Cost of recording a database from its logs. Measures the response times of a load modelled on
 * TPC-C, with each log read and unread. Measures the rate of importing a complete log, too.
 */
@NullMarked
package org.colophon.benchmarks.mysql;

import org.jspecify.annotations.NullMarked;
