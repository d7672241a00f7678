/**
 * Reports who reads and writes what below a folder, whatever the program, through a file system
 * that mirrors the folder. See {@code docs/fuse.md}.
 */
package org.colophon.reporters.fuse;
