/**
 * Reports who reads and writes what below a directory, whatever the program, through a file system
 * that mirrors the directory. See {@code docs/fuse.md}.
 */
package org.colophon.reporters.fuse;
