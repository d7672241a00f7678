/** Tests of splitting text into statements. */
package org.colophon.cli.cypher;
