/** The status of a store or a running service, also live. */
package org.colophon.cli.watch;
