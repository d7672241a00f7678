/** Mounts and unmounts, and knows what is mounted. */
package org.colophon.reporters.fuse.mount;
