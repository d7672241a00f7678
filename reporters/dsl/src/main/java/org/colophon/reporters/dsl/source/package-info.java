/** Sources of lines: named pipes, files and standard input. */
package org.colophon.reporters.dsl.source;
