/** Requests and answers: parameters, routes, limits, problem+json and server-sent events. */
package org.colophon.service.http;
