/** Interprets the lines of a feed: converts vertices, edges and events to operations. */
package org.colophon.reporters.dsl.feed;
