// SPDX-License-Identifier: Apache-2.0
/** Tests against real mounts. They need root and FUSE. */
package org.colophon.reporters.fuse;
