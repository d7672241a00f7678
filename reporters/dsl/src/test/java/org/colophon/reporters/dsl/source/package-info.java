/** Tests the sources of lines. */
package org.colophon.reporters.dsl.source;
