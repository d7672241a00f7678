// SPDX-License-Identifier: Apache-2.0
/** An application that records its own provenance. */
@NullMarked
package org.colophon.examples.self;

import org.jspecify.annotations.NullMarked;
