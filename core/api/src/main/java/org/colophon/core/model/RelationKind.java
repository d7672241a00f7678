// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.model;

/**
 * Relations of the W3C PROV data model that Colophon uses. The effect comes first, the cause
 * second, as in PROV-N: {@code used(activity, entity)}.
 */
public enum RelationKind {
  USED("used"),
  WAS_GENERATED_BY("wasGeneratedBy"),
  WAS_INFORMED_BY("wasInformedBy"),
  WAS_DERIVED_FROM("wasDerivedFrom"),
  WAS_ASSOCIATED_WITH("wasAssociatedWith"),
  WAS_INVALIDATED_BY("wasInvalidatedBy"),
  WAS_INFLUENCED_BY("wasInfluencedBy"),
  SPECIALIZATION_OF("specializationOf");

  private final String provName;

  RelationKind(String provName) {
    this.provName = provName;
  }

  /** Returns the relation's name in PROV-N and PROV-JSON. */
  public String provName() {
    return provName;
  }
}
