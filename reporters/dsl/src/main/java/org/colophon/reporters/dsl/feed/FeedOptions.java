// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl.feed;

import org.colophon.core.model.Bytes;
import org.colophon.reporters.dsl.text.EscapeRules;

/**
 * Options of a feed.
 *
 * @param escapes meaning of backslashes
 * @param annotations annotations stored as extended records
 * @param directory base of relative paths; absolute
 * @param maxIds limit of remembered vertices
 */
public record FeedOptions(
    EscapeRules escapes, AnnotationChoice annotations, Bytes directory, int maxIds) {
  /** Returns all options that change the meaning of a line. */
  public String meaning() {
    return escapes + " " + annotations + " " + directory;
  }
}
