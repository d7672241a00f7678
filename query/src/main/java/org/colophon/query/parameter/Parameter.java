// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.parameter;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A parameter of a request: in the API, in its description, and as an option of a command. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Parameter {
  /**
   * A line of a command's help: names and label, two spaces, and the text. For example {@code "-n,
   * --limit N Show N."}, {@code "--all Show all."}, or for positional parameters {@code "FILE The
   * file."}, with {@code [FILE]}, {@code FILE...} or {@code FILE FILE...} for other numbers of
   * values. Begins with the two spaces if no option sets the parameter.
   */
  String value();

  /** Addition to the text in the description of the API; empty for none. */
  String note() default "";

  /** Maximum of a number. */
  int max() default Integer.MAX_VALUE;

  /** Limits a number by limits.nodes of a service. */
  boolean nodes() default false;
}
