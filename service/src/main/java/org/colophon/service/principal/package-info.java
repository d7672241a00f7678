/** Principals: callers over TCP, each with its own token and rights. */
package org.colophon.service.principal;
