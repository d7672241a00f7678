/**
 * Ground truths: whole histories pass through kernel, stores and lineage engine. The answers are
 * compared with answers that are known from other sources.
 */
package org.colophon.cli.truth;
