/**
 * What the lines of a feed mean: {@link org.colophon.reporters.dsl.feed.LineParser} takes a line
 * apart, {@link org.colophon.reporters.dsl.feed.Feed} tells the sink.
 */
package org.colophon.reporters.dsl.feed;
