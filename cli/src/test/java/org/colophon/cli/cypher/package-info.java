// SPDX-License-Identifier: Apache-2.0
/** Tests of splitting text into statements. */
package org.colophon.cli.cypher;
