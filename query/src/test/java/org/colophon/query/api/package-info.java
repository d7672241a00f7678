/** Tests of queries and of the target parser. */
package org.colophon.query.api;
