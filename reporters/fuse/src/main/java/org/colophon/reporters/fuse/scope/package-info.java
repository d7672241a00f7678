/** Decides which paths and users of a mount are recorded. */
package org.colophon.reporters.fuse.scope;
