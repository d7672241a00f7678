/**
 * The reporters of a service: attached and detached while it runs, with their states and counts,
 * and brought back after a restart where that was asked for.
 */
package org.colophon.service.reporter;
