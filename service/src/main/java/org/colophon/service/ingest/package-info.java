/** Requests with lines that are not numbered, and the pool of sinks for all requests. */
package org.colophon.service.ingest;
