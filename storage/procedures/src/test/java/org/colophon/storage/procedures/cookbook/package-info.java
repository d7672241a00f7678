/** The cookbook of {@code docs/cypher.md}, asked of a build that was really recorded. */
package org.colophon.storage.procedures.cookbook;
