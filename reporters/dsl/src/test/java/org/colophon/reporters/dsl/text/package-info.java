// SPDX-License-Identifier: Apache-2.0
/** Tests of parsing. */
package org.colophon.reporters.dsl.text;
