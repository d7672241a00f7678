/** Compiler commands that instrument functions, and options to trace function calls and bytes. */
package org.colophon.cli.inside;
