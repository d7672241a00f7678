/**
 * The strace reporter: runs a command under strace, attaches to a process, or reads saved output,
 * and reports who read and wrote what. Lines are taken apart in {@code line} and given their
 * meaning in {@code replay}; this package deals with the tracer and its output.
 */
package org.colophon.reporters.strace;
