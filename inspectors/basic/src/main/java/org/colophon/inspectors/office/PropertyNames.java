// SPDX-License-Identifier: Apache-2.0
package org.colophon.inspectors.office;

import static java.util.stream.Collectors.toMap;

import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Names of properties in the two families of formats (ISO/IEC 29500-2 section 11 and 29500-1
 * section 22; ODF 1.3 part 3, section 4.3), and in Colophon.
 */
final class PropertyNames {
  static final PropertyNames OPEN_XML_CORE =
      new PropertyNames(
          "creator=author", "lastModifiedBy=last modified by", "contentStatus=status");

  static final PropertyNames OPEN_XML_APP =
      new PropertyNames(
          "AppVersion=application version",
          "TotalTime=editing minutes",
          "Pages=pages",
          "Words=words",
          "Slides=slides",
          "Application=application",
          "Company=company",
          "Manager=manager",
          "Template=template");

  static final PropertyNames OPEN_XML_CUSTOM = new PropertyNames();

  static final PropertyNames OPEN_DOCUMENT =
      new PropertyNames(
          "initial-creator=author",
          "creator=last modified by",
          "editing-cycles=revision",
          "creation-date=created",
          "date=modified",
          "generator=application",
          "editing-duration=editing time",
          "keyword=keywords",
          "page-count=pages",
          "word-count=words");

  private final Map<String, String> names;

  private PropertyNames(String... pairs) {
    names =
        Stream.of(pairs)
            .map(each -> each.split("="))
            .collect(toMap(each -> each[0], each -> each[1]));
  }

  /** Returns Colophon's name of an element or attribute; null for an unknown one. */
  @Nullable String of(String local) {
    String name = names.get(local);
    return name != null || this == OPEN_XML_APP ? name : local;
  }
}
