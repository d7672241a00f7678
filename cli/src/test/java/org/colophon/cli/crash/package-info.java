// SPDX-License-Identifier: Apache-2.0
/**
 * Tests that kill whole processes at random instants and check that all acknowledged operations are
 * stored.
 */
package org.colophon.cli.crash;
