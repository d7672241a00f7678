/** What a running service tells commands, read from its JSON. */
package org.colophon.cli.served;
