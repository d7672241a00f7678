/** Commands that run a service. */
package org.colophon.cli.serve;
