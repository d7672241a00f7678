// SPDX-License-Identifier: Apache-2.0
/**
 * Records function calls of programs that the compiler plug-in of this module has instrumented. As
 * in SPADE's LLVMTrace, a call is a process, and its arguments and result are objects.
 */
@NullMarked
package org.colophon.reporters.function;

import org.jspecify.annotations.NullMarked;
