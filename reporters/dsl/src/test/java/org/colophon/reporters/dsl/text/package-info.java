/** Tests of parsing. */
package org.colophon.reporters.dsl.text;
