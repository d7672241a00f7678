/** Tests against real mounts. They need root and FUSE. */
package org.colophon.reporters.fuse;
