/**
 * Queries by the parameters of a request. The service, and commands that open a store themselves,
 * answer queries with the same code.
 */
package org.colophon.query.question;
