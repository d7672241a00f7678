// SPDX-License-Identifier: Apache-2.0
/** Shared test support. */
package org.colophon.reporters.dsl;
