// SPDX-License-Identifier: Apache-2.0
/** An example of a reporter, to be copied. It reports each line of a CSV file as an operation. */
@NullMarked
package org.colophon.examples.csv;

import org.jspecify.annotations.NullMarked;
