/** What the routes of the HTTP API do. */
package org.colophon.service.endpoint;
