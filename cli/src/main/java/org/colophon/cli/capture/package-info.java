/** Commands that record: trace, mount, import, and those for the reporters of a service. */
package org.colophon.cli.capture;
