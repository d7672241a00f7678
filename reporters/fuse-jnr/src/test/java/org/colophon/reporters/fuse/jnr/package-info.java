// SPDX-License-Identifier: Apache-2.0
@org.jspecify.annotations.NullMarked
package org.colophon.reporters.fuse.jnr;
