// SPDX-License-Identifier: Apache-2.0
/**
 * The reference storage adapter: plain collections, simple enough to be obviously correct. Tests
 * compare the other adapters with it. It also serves short-lived programs without files.
 */
@NullMarked
package org.colophon.storage.memory;

import org.jspecify.annotations.NullMarked;
