/** Compiler commands that instrument functions, and options to trace functions and bytes. */
package org.colophon.cli.inside;
