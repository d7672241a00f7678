// SPDX-License-Identifier: Apache-2.0
/** Tests the sources of lines. */
package org.colophon.reporters.dsl.source;
