// SPDX-License-Identifier: Apache-2.0
/** Compares random file operations in a mount with the same operations in a plain directory. */
package org.colophon.reporters.fuse.random;
