/** Benchmarks of a mirrored directory, compared with a plain directory and with bindfs. */
package org.colophon.benchmarks.fuse;
