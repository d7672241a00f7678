// SPDX-License-Identifier: Apache-2.0
/**
 * Tests with ground truth. Whole histories pass through kernel, stores and lineage engine. The
 * answers are compared with answers that are known independently.
 */
package org.colophon.cli.truth;
