/** What the service measures of itself, in the form that Prometheus reads. */
package org.colophon.service.metrics;
