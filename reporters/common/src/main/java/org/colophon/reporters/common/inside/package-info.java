// SPDX-License-Identifier: Apache-2.0
/** Logs that programs write about themselves, and the tools that make programs write them. */
@NullMarked
package org.colophon.reporters.common.inside;

import org.jspecify.annotations.NullMarked;
