/**
 * Talks to a running service: where it is reached, requests and answers over HTTP/1.1, failures as
 * the exceptions that the embedded kernel throws. Sees the model of {@code core}, and no service.
 */
package org.colophon.service.client;
