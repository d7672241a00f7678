// SPDX-License-Identifier: Apache-2.0
/** Tests the interpretation of feed lines. */
package org.colophon.reporters.dsl.feed;
