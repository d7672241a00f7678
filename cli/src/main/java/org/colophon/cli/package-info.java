// SPDX-License-Identifier: Apache-2.0
/**
 * The {@code colophon} command, which combines all modules. {@code command} has one class per
 * command, {@code config} finds and opens stores, {@code output} writes for people and programs.
 */
@NullMarked
package org.colophon.cli;

import org.jspecify.annotations.NullMarked;
