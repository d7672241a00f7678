/** The commands that record: trace, mount, import, and the reporters of a service. */
package org.colophon.cli.capture;
