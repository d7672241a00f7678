/** Compilers that instrument functions, and options of a trace about the inside of programs. */
package org.colophon.cli.inside;
