// SPDX-License-Identifier: Apache-2.0
/** The other nodes of a cluster, which answer for other hosts. */
@NullMarked
package org.colophon.service.host.node;

import org.jspecify.annotations.NullMarked;
