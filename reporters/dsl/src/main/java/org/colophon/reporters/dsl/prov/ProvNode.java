package org.colophon.reporters.dsl.prov;

import java.util.ArrayList;
import java.util.List;

/** An element of the documents, declared there or only referred to. */
final class ProvNode {
  final boolean isActivity;

  /** The IRI; for a blank name what is unique in the document. */
  final String iri;

  /** As the document writes it. */
  final String name;

  /** What declares it; an element may be declared more than once, or never. */
  final List<ProvRecord> declarations = new ArrayList<>(1);

  boolean isAgent;

  /** The sink's id once it is declared there. */
  long id;

  ProvNode(boolean isActivity, String iri, String name) {
    this.isActivity = isActivity;
    this.iri = iri;
    this.name = name;
  }

  /** The first text that a declaration has for an attribute, or empty. */
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
    return Scope.isBlank(name);
  }

  /** Whether Colophon gave the name, which then means something within one store only. */
  boolean isOurs() {
    return iri.startsWith(Scope.COLOPHON);
  }
}
