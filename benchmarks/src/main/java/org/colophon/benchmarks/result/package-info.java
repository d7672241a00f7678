// SPDX-License-Identifier: Apache-2.0
/**
 * Results of benchmarks: values as JSON with the facts of the machine, tables generated from them,
 * and the performance page with the tables.
 */
@NullMarked
package org.colophon.benchmarks.result;

import org.jspecify.annotations.NullMarked;
