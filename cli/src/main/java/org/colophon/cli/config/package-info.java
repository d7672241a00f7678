// SPDX-License-Identifier: Apache-2.0
/** Finds a store and its adapters, and opens them for reading and writing. */
@NullMarked
package org.colophon.cli.config;

import org.jspecify.annotations.NullMarked;
