/** Shared test support. */
package org.colophon.reporters.dsl;
