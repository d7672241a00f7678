/** Endpoints of the HTTP API. */
package org.colophon.service.endpoint;
