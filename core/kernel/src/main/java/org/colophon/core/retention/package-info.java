// SPDX-License-Identifier: Apache-2.0
/**
 * Removal of old facts from a store: by age, by size, and by their effects. A plan is made by
 * reading a store. The history that the plan keeps is then replayed into another store of the same
 * engine. Uses readers, no adapter and no kernel.
 */
@NullMarked
package org.colophon.core.retention;

import org.jspecify.annotations.NullMarked;
