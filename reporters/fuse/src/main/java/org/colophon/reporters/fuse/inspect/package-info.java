/**
 * Preserves the previous content of written files, and offers each change to inspectors on close.
 */
package org.colophon.reporters.fuse.inspect;
