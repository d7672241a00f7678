/** Interprets the lines of a feed: vertices, edges and events become operations. */
package org.colophon.reporters.dsl.feed;
