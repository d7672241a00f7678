/** Tests of the parsing of queries and targets. */
package org.colophon.query.api;
