/** The command that runs the service. */
package org.colophon.cli.serve;
