/**
 * Cost of reporting to a service and of querying it. The service runs in a Java process of its own,
 * the client in this one or, as from the shell, in one that is started each time.
 */
package org.colophon.benchmarks.service;
