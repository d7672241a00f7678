/** Client views of a running service, read from its JSON. */
package org.colophon.cli.served;
