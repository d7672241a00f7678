// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl.feed;

/** Selects the annotations that are stored as extended records. */
public enum AnnotationChoice {
  /** Only annotations that Colophon's model cannot represent. So nothing is lost. */
  REST,
  ALL,
  NONE
}
