// SPDX-License-Identifier: Apache-2.0
/**
 * Reporters of a service. They are attached and detached at run time, have states and counters, and
 * may be attached again after a restart.
 */
@NullMarked
package org.colophon.service.reporter;

import org.jspecify.annotations.NullMarked;
