/** Requests with lines that are not numbered, and the pool of sinks for requests. */
package org.colophon.service.ingest;
