package org.colophon.query.prov;

import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import org.colophon.query.text.DisplayText;

/** Prefixes of the PROV formats, and the PROV names of the ends of relations. */
public final class ProvNames {
  /** Prefix of agents. A prefix must not be a word of PROV-N's grammar, such as {@code agent}. */
  static final String AGENTS = "agents";

  private static final Map<String, String> PREFIXES = new LinkedHashMap<>();

  static {
    PREFIXES.put("colophon", "urn:colophon:");
    PREFIXES.put("object", "urn:colophon:object:");
    PREFIXES.put("process", "urn:colophon:process:");
    PREFIXES.put("record", "urn:colophon:record:");
    PREFIXES.put(AGENTS, "urn:colophon:agent:");
  }

  private ProvNames() {}

  public static Map<String, String> prefixes() {
    return Map.copyOf(PREFIXES);
  }

  /** Returns PROV-JSON's names for effect and cause. */
  public static String[] ends(String relation) {
    return switch (relation) {
      case "used" -> new String[] {"prov:activity", "prov:entity"};
      case "wasGeneratedBy", "wasInvalidatedBy" -> new String[] {"prov:entity", "prov:activity"};
      case "wasInformedBy" -> new String[] {"prov:informed", "prov:informant"};
      case "wasDerivedFrom" -> new String[] {"prov:generatedEntity", "prov:usedEntity"};
      case "wasAssociatedWith" -> new String[] {"prov:activity", "prov:agent"};
      case "wasAttributedTo" -> new String[] {"prov:entity", "prov:agent"};
      case "actedOnBehalfOf" -> new String[] {"prov:delegate", "prov:responsible"};
      case "specializationOf" -> new String[] {"prov:specificEntity", "prov:generalEntity"};
      default -> new String[] {"prov:influencee", "prov:influencer"};
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
