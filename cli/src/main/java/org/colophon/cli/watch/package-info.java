/** Live view of a running service, once a second. */
package org.colophon.cli.watch;
