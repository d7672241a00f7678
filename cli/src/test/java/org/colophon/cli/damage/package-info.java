// SPDX-License-Identifier: Apache-2.0
/** Tests that damage stores at random and check that every loss is noticed. */
package org.colophon.cli.damage;
