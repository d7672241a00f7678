/**
 * Queries and their results: targets, {@link org.colophon.query.api.LineageQuery}, {@link
 * org.colophon.query.api.Lineage} and the reports. All types are immutable values, apart from
 * builders.
 */
package org.colophon.query.api;
