/** Compares random file operations in a mount with the same operations in a plain directory. */
package org.colophon.reporters.fuse.random;
