package org.colophon.core.model;

import java.util.Optional;

/**
 * Relations of the W3C PROV data model that Colophon uses. The effect comes first, the cause
 * second, as in PROV-N: {@code used(activity, entity)}. Input may use OPM and SPADE names.
 */
public enum RelationKind {
  USED("used"),
  WAS_GENERATED_BY("wasGeneratedBy"),
  WAS_INFORMED_BY("wasInformedBy", "WasTriggeredBy"),
  WAS_DERIVED_FROM("wasDerivedFrom"),
  WAS_ASSOCIATED_WITH("wasAssociatedWith", "WasControlledBy"),
  WAS_INVALIDATED_BY("wasInvalidatedBy"),
  WAS_INFLUENCED_BY("wasInfluencedBy"),
  SPECIALIZATION_OF("specializationOf");

  private final String provName;
  private final String opmName;

  RelationKind(String provName) {
    this(provName, provName);
  }

  RelationKind(String provName, String opmName) {
    this.provName = provName;
    this.opmName = opmName;
  }

  /** Returns the name that PROV-N and PROV-JSON write. */
  public String provName() {
    return provName;
  }

  /** Returns the relation with a PROV, OPM or SPADE name, ignoring case. */
  public static Optional<RelationKind> ofName(String name) {
    for (RelationKind kind : values()) {
      if (kind.provName.equalsIgnoreCase(name) || kind.opmName.equalsIgnoreCase(name)) {
        return Optional.of(kind);
      }
    }
    return Optional.empty();
  }
}
