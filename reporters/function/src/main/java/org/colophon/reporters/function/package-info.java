/**
 * Calls of functions in programs that the compiler plug-in of this module instrumented, as SPADE's
 * LLVMTrace records them: a call is a process, its arguments and its result are objects.
 */
package org.colophon.reporters.function;
