/** Random file operations, made in a mount and in a plain directory: both must answer the same. */
package org.colophon.reporters.fuse.random;
