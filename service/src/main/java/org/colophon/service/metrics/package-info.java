/** Metrics of the service in Prometheus format. */
package org.colophon.service.metrics;
