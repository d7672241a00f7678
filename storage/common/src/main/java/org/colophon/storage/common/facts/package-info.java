// SPDX-License-Identifier: Apache-2.0
/** Facts of a history as objects, and code that the readers and writers of several stores share. */
@NullMarked
package org.colophon.storage.common.facts;

import org.jspecify.annotations.NullMarked;
