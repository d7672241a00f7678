/** The files that a run touched. */
@NullMarked
package org.colophon.query.touched;

import org.jspecify.annotations.NullMarked;
