/**
 * The web server: listens on the socket file and on TCP, lets in whom it may, finds the endpoint of
 * a request, keeps to the limits, and tells failures as problem+json. Knows no endpoint.
 */
package org.colophon.service.http;
