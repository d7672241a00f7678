// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl.prov;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Sections of PROV-JSON: elements, and relations with the attributes of their ends. */
enum ProvKind {
  ENTITY("entity"),
  ACTIVITY("activity"),
  AGENT("agent"),
  USED("used", "activity", "entity"),
  GENERATED("wasGeneratedBy", "entity", "activity"),
  INVALIDATED("wasInvalidatedBy", "entity", "activity"),
  INFORMED("wasInformedBy", "informed", "informant"),
  STARTED("wasStartedBy", "activity", "starter", "trigger"),
  ENDED("wasEndedBy", "activity", "ender", "trigger"),
  DERIVED("wasDerivedFrom", "generatedEntity", "usedEntity", "activity"),
  ASSOCIATED("wasAssociatedWith", "activity", "agent", "plan"),
  ATTRIBUTED("wasAttributedTo", "entity", "agent"),
  DELEGATED("actedOnBehalfOf", "delegate", "responsible", "activity"),
  INFLUENCED("wasInfluencedBy", "influencee", "influencer"),
  SPECIALIZED("specializationOf", "specificEntity", "generalEntity"),
  ALTERNATE("alternateOf", "alternate1", "alternate2"),
  MEMBER("hadMember", "collection", "entity"),
  MENTIONED("mentionOf", "specificEntity", "generalEntity", "bundle");

  /** Attributes that name other relations. */
  static final List<String> REFERENCES = List.of("prov:generation", "prov:usage");

  private static final Map<String, ProvKind> BY_NAME = new HashMap<>();

  static {
    for (ProvKind kind : values()) {
      BY_NAME.put(kind.section, kind);
    }
  }

  final String section;

  /** Attribute of the effect; empty for elements. */
  final String effect;

  final String cause;

  /** Attribute of a third end, or empty. */
  final String third;

  ProvKind(String section, String... ends) {
    this.section = section;
    this.effect = end(ends, 0);
    this.cause = end(ends, 1);
    this.third = end(ends, 2);
  }

  private static String end(String[] ends, int i) {
    return i < ends.length ? "prov:" + ends[i] : "";
  }

  boolean isElement() {
    return effect.isEmpty();
  }

  /** Returns the attributes of the ends, the effect first; empty for elements. */
  List<String> ends() {
    return Stream.of(effect, cause, third).filter(each -> !each.isEmpty()).toList();
  }

  /** Returns whether the third end is a cause too. Other third ends only describe the relation. */
  boolean hasTwoCauses() {
    return this == STARTED || this == ENDED || this == ASSOCIATED;
  }

  /** Returns the kind of a section; null if unknown. */
  static @Nullable ProvKind of(String section) {
    return BY_NAME.get(section);
  }

  /** Returns whether an attribute names an agent. */
  static boolean isAgent(String attribute) {
    return switch (attribute) {
      case "prov:agent", "prov:delegate", "prov:responsible" -> true;
      default -> false;
    };
  }

  /** Returns whether an attribute names an activity; the others name objects. */
  static boolean isActivity(String attribute) {
    return switch (attribute) {
      case "prov:activity", "prov:informed", "prov:informant", "prov:starter", "prov:ender" -> true;
      default -> false;
    };
  }
}
