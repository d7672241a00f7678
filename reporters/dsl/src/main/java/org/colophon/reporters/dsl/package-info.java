/**
 * Reporters for provenance that somebody else has put into words: SPADE's DSL, line by line, from a
 * named pipe, a file or standard input; and PROV-JSON documents.
 */
package org.colophon.reporters.dsl;
