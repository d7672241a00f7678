/** Reads {@code /proc}. */
@NullMarked
package org.colophon.reporters.common.proc;

import org.jspecify.annotations.NullMarked;
