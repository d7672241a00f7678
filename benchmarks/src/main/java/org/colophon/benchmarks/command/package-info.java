/**
 * Classes that benchmark commands share: options, the execution of other programs and Java
 * processes, and the location of the sources.
 */
package org.colophon.benchmarks.command;
