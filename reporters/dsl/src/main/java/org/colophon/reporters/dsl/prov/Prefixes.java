package org.colophon.reporters.dsl.prov;

import java.util.HashMap;
import java.util.Map;

/** Prefixes of a document or bundle. A prefix may be declared after names that use it. */
final class Prefixes {
  static final String COLOPHON = "urn:colophon:";
  private static final String DEFAULT = "default";
  private static final Map<String, String> BUILT_IN =
      Map.of(
          "prov", "http://www.w3.org/ns/prov#",
          "xsd", "http://www.w3.org/2001/XMLSchema#",
          "xsi", "http://www.w3.org/2001/XMLSchema-instance#");

  private final Prefixes outer;
  private final String bundle;
  private final Map<String, String> prefixes = new HashMap<>();

  /**
   * @param outer the document's prefixes for a bundle; null for a document
   * @param bundle name of the bundle; empty for a document
   */
  Prefixes(Prefixes outer, String bundle) {
    this.outer = outer;
    this.bundle = bundle;
  }

  String bundle() {
    return bundle;
  }

  void put(String prefix, String namespace) {
    prefixes.put(prefix, namespace);
  }

  /**
   * Returns the IRI of a qualified name, or the name if its prefix is unknown. The name of a blank
   * node (such as {@code _:a}) is unique to its document or bundle.
   */
  String resolve(String name) {
    if (isBlank(name)) {
      return name + " " + bundle;
    }
    int colon = name.indexOf(':');
    String namespace = namespace(colon < 0 ? DEFAULT : name.substring(0, colon));
    return namespace == null ? name : namespace + name.substring(colon + 1);
  }

  static boolean isBlank(String name) {
    return name.startsWith("_:");
  }

  private String namespace(String prefix) {
    String known = prefixes.get(prefix);
    if (known == null && outer != null) {
      return outer.namespace(prefix);
    }
    return known == null ? BUILT_IN.get(prefix) : known;
  }
}
