/**
 * Reporters of a service. They are attached and detached at run time, have states and counters, and
 * may be attached again after a restart.
 */
package org.colophon.service.reporter;
