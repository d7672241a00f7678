/** Parses lines, times and escaped text of feeds and documents. */
package org.colophon.reporters.dsl.text;
