/**
 * Client of a running service: connections, requests and answers over HTTP/1.1. Failures are the
 * exceptions that the embedded kernel throws.
 */
package org.colophon.service.client;
