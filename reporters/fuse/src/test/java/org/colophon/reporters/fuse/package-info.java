/** Tests against real mounts: they need root and FUSE. */
package org.colophon.reporters.fuse;
