// SPDX-License-Identifier: Apache-2.0
/** Damage found in stored data. */
@NullMarked
package org.colophon.service.health;

import org.jspecify.annotations.NullMarked;
