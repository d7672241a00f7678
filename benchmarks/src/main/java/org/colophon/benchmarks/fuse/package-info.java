/** What a mirrored folder costs beside a plain one and bindfs. */
package org.colophon.benchmarks.fuse;
