/** Cost of a mirrored directory compared with a plain one and with bindfs. */
package org.colophon.benchmarks.fuse;
