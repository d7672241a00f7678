// SPDX-License-Identifier: Apache-2.0
/**
 * An example of a storage adapter, to be copied. It only writes: it appends every record to a text
 * file.
 */
@NullMarked
package org.colophon.examples.log;

import org.jspecify.annotations.NullMarked;
