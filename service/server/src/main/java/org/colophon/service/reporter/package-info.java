/**
 * Reporters of a service: attached and detached at run time, with states and counts, and started
 * again after a restart on request.
 */
package org.colophon.service.reporter;
