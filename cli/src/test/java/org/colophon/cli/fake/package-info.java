/**
 * A storage engine that claims to understand Cypher, so that commands can be tested without one.
 */
package org.colophon.cli.fake;
