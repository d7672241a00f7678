// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.prov;

import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.colophon.query.text.DisplayText;

/** Prefixes of the PROV formats, and the PROV names of the arguments of relations. */
public final class ProvNames {
  /** Prefix of agents. A prefix must not be a word of PROV-N's grammar, such as {@code agent}. */
  static final String AGENTS = "agents";

  private static final Set<String> WORDS =
      Set.of(
          ("document endDocument bundle endBundle prefix default entity activity agent prov xsd"
                  + " hadDictionaryMember derivedByInsertionFrom derivedByRemovalFrom"
                  + " qualifiedAlternateOf qualifiedSpecializationOf qualifiedHadMember")
              .split(" "));

  /** Namespace of PROV-O. */
  static final String PROV = "http://www.w3.org/ns/prov#";

  /** Namespace of the datatypes. */
  static final String XSD = "http://www.w3.org/2001/XMLSchema#";

  /** Classes of relations. PROV-O does not qualify the last four; PROV-JSONLD has no last one. */
  private static final Map<String, String> CLASSES =
      Map.ofEntries(
          Map.entry("used", "Usage"),
          Map.entry("wasGeneratedBy", "Generation"),
          Map.entry("wasInvalidatedBy", "Invalidation"),
          Map.entry("wasInformedBy", "Communication"),
          Map.entry("wasStartedBy", "Start"),
          Map.entry("wasEndedBy", "End"),
          Map.entry("wasDerivedFrom", "Derivation"),
          Map.entry("wasAssociatedWith", "Association"),
          Map.entry("wasAttributedTo", "Attribution"),
          Map.entry("actedOnBehalfOf", "Delegation"),
          Map.entry("wasInfluencedBy", "Influence"),
          Map.entry("specializationOf", "Specialization"),
          Map.entry("alternateOf", "Alternate"),
          Map.entry("hadMember", "Membership"),
          Map.entry("mentionOf", "Mention"));

  private static final Map<String, String> PREFIXES = new LinkedHashMap<>();
  private static final Map<String, List<String>> ARGUMENTS = new HashMap<>();

  static {
    arguments("used", "activity", "entity", "time");
    arguments("wasGeneratedBy", "entity", "activity", "time");
    arguments("wasInvalidatedBy", "entity", "activity", "time");
    arguments("wasInformedBy", "informed", "informant");
    arguments("wasStartedBy", "activity", "trigger", "starter", "time");
    arguments("wasEndedBy", "activity", "trigger", "ender", "time");
    arguments("wasDerivedFrom", "generatedEntity", "usedEntity", "activity", "generation", "usage");
    arguments("wasAssociatedWith", "activity", "agent", "plan");
    arguments("wasAttributedTo", "entity", "agent");
    arguments("actedOnBehalfOf", "delegate", "responsible", "activity");
    arguments("wasInfluencedBy", "influencee", "influencer");
    arguments("specializationOf", "specificEntity", "generalEntity");
    arguments("alternateOf", "alternate1", "alternate2");
    arguments("hadMember", "collection", "entity");
    arguments("mentionOf", "specificEntity", "generalEntity", "bundle");
    PREFIXES.put("colophon", "urn:colophon:");
    PREFIXES.put("object", "urn:colophon:object:");
    PREFIXES.put("process", "urn:colophon:process:");
    PREFIXES.put("record", "urn:colophon:record:");
    PREFIXES.put(AGENTS, "urn:colophon:agent:");
  }

  private ProvNames() {}

  private static void arguments(String relation, String... names) {
    ARGUMENTS.put(relation, Stream.of(names).map(name -> "prov:" + name).toList());
  }

  public static Map<String, String> prefixes() {
    return Map.copyOf(PREFIXES);
  }

  static boolean isRelation(String name) {
    return ARGUMENTS.containsKey(name);
  }

  /** Returns whether PROV-N reserves a word, so that it cannot be a prefix. */
  static boolean isWord(String name) {
    return WORDS.contains(name) || isRelation(name);
  }

  /**
   * Returns PROV-JSON's names for the arguments of a relation, in the order of PROV-N. The first is
   * the effect.
   */
  public static List<String> arguments(String relation) {
    return Objects.requireNonNull(ARGUMENTS.get(relation), relation);
  }

  /** Returns the class that PROV-O or PROV-JSONLD has for a relation, such as {@code Usage}. */
  static String className(String relation) {
    return Objects.requireNonNull(CLASSES.get(relation), relation);
  }

  /** Returns the arguments of which an import records edges to the effect. */
  static List<String> causes(String relation) {
    return switch (relation) {
      case "wasInvalidatedBy" -> List.of();
      case "wasStartedBy", "wasEndedBy", "wasAssociatedWith" -> arguments(relation).subList(1, 3);
      default -> arguments(relation).subList(1, 2);
    };
  }

  /**
   * Formats a time as xsd:dateTime, to the microsecond, since other PROV software is not more
   * precise.
   */
  public static String time(long nanos) {
    return DisplayText.toInstant(nanos).truncatedTo(ChronoUnit.MICROS).toString();
  }
}
