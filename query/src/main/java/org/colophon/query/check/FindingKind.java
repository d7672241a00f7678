// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.check;

import java.util.Locale;

/** Kinds of findings. The ids are the same in later versions. */
public enum FindingKind {
  UNDECLARED_INPUT("The run read a file that no declaration names."),
  UNDECLARED_OUTPUT("The run wrote a file that no declaration names."),
  NETWORK_USE("The run used the network, which its declaration forbids."),
  UNUSED_DECLARATION("A declaration names nothing that the run used."),
  CANNOT_TELL("The capture is incomplete, so undeclared files may be missing.");

  private final String description;

  FindingKind(String description) {
    this.description = description;
  }

  /** Returns the name in documents, such as {@code undeclared-input}. */
  public String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns a sentence for people. */
  public String description() {
    return description;
  }
}
