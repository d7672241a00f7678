// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl.prov;

import java.util.ArrayList;
import java.util.List;

/** An element of the documents, declared or only referenced. */
final class ProvNode {
  final boolean isActivity;

  /** The IRI; a document-wide unique string for a blank node. */
  final String iri;

  final String name;

  /** Its declarations: none, one or several. */
  final List<ProvRecord> declarations = new ArrayList<>(1);

  boolean isAgent;

  /** The sink's id; 0 until declared. */
  long id;

  ProvNode(boolean isActivity, String iri, String name) {
    this.isActivity = isActivity;
    this.iri = iri;
    this.name = name;
  }

  /** Returns the first value of an attribute, or empty. */
  String text(String attribute) {
    for (ProvRecord each : declarations) {
      String text = each.text(attribute);
      if (!text.isEmpty()) {
        return text;
      }
    }
    return "";
  }

  boolean isBlank() {
    return Prefixes.isBlank(name);
  }

  /**
   * Returns whether an export declares it, without attributes, as the general entity of versions.
   */
  boolean isGeneral() {
    return isOurs()
        && !isActivity
        && !isAgent
        && !declarations.isEmpty()
        && declarations.stream().allMatch(each -> each.attributes().isEmpty());
  }

  /** Returns whether Colophon assigned the name, which is valid within one store only. */
  boolean isOurs() {
    return iri.startsWith(Prefixes.COLOPHON);
  }
}
