// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl.prov;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Prefixes of a document or bundle. A prefix may be declared after names that use it. */
final class Prefixes {
  static final String COLOPHON = "urn:colophon:";
  private static final String DEFAULT = "default";
  private static final Map<String, String> BUILT_IN =
      Map.of(
          "prov", "http://www.w3.org/ns/prov#",
          "xsd", "http://www.w3.org/2001/XMLSchema#",
          "xsi", "http://www.w3.org/2001/XMLSchema-instance#");

  private final @Nullable Prefixes outer;
  private final String bundle;

  /** Distinguishes the blank names of this scope from those of other scopes and imports. */
  private final String tag = "." + UUID.randomUUID();

  private final Map<String, String> prefixes = new HashMap<>();

  /**
   * @param outer the document's prefixes for a bundle; null for a document
   * @param bundle name of the bundle; empty for a document
   */
  Prefixes(@Nullable Prefixes outer, String bundle) {
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

  /** Returns a name that differs from blank names of other documents and bundles. */
  String unique(String name) {
    return isBlank(name) ? name + tag : name;
  }

  /**
   * Returns the namespaces of the declared prefixes that a text may use, without those of PROV and
   * Colophon.
   */
  Map<String, String> usedIn(String text) {
    Map<String, String> used = outer == null ? new TreeMap<>() : outer.usedIn(text);
    prefixes.forEach(
        (prefix, namespace) -> {
          boolean isUsed = prefix.equals(DEFAULT) || text.contains(prefix + ":");
          boolean isKnown = BUILT_IN.containsKey(prefix) || namespace.startsWith(COLOPHON);
          if (isUsed && !isKnown) {
            used.put(prefix, namespace);
          }
        });
    return used;
  }

  static boolean isBlank(String name) {
    return name.startsWith("_:");
  }

  private @Nullable String namespace(String prefix) {
    String known = prefixes.get(prefix);
    if (known == null && outer != null) {
      return outer.namespace(prefix);
    }
    return known == null ? BUILT_IN.get(prefix) : known;
  }
}
