// SPDX-License-Identifier: Apache-2.0
/**
 * Writes answers to queries about a store. Used by the service, and by commands with an embedded
 * store.
 */
@NullMarked
package org.colophon.query.answer;

import org.jspecify.annotations.NullMarked;
