// SPDX-License-Identifier: Apache-2.0
/**
 * Capture filters: rules of users and plug-ins that decide which operations are recorded. Each
 * name, process and object is decided once, and the decision is kept by id.
 */
@NullMarked
package org.colophon.core.filter;

import org.jspecify.annotations.NullMarked;
