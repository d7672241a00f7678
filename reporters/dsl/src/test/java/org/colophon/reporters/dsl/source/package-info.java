/** Tests of where lines come from. */
package org.colophon.reporters.dsl.source;
