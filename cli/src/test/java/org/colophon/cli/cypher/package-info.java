/** Tests of statements as texts. */
package org.colophon.cli.cypher;
