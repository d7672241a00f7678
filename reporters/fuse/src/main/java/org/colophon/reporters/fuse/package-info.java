/**
 * Reports accesses to the files below a directory through a file system that mirrors it. See {@code
 * docs/reference/fuse.md}.
 */
package org.colophon.reporters.fuse;
