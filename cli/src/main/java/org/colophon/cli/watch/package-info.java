/** What a running service does, from second to second, as lines for people. */
package org.colophon.cli.watch;
