// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.parameter;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The path of a request in the service's API. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface RequestPath {
  String value();

  /** Names of the common parameters that the request does not have. */
  String[] omit() default {};

  /** Formats of the answer; empty for the formats of lineages. */
  String[] formats() default {"json", "text"};
}
