/**
 * The web server: connectors for the socket file and TCP, access control and dispatch to routes.
 */
package org.colophon.service.http.server;
