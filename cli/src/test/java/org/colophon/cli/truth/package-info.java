/**
 * Ground truths: whole histories through kernel, stores and lineage engine, held against answers
 * that are known from elsewhere.
 */
package org.colophon.cli.truth;
