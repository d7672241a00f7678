// SPDX-License-Identifier: Apache-2.0
/** Commands that maintain a store: adapters, snapshots, backup, pruning and verification. */
@NullMarked
package org.colophon.cli.store;

import org.jspecify.annotations.NullMarked;
