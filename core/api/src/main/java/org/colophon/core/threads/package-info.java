/** Shares the processors between Colophon's threads and the recorded programs. */
@NullMarked
package org.colophon.core.threads;

import org.jspecify.annotations.NullMarked;
