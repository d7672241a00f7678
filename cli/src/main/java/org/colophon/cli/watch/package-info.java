/** The status of a store or of a running service, with a live view. */
package org.colophon.cli.watch;
