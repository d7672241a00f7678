/** Mounts and unmounts the file system, and reads the table of mounts. */
package org.colophon.reporters.fuse.mount;
