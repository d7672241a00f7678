/** Principals: callers over TCP with tokens and rights of their own. */
package org.colophon.service.principal;
