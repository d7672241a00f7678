/** The other nodes of a cluster, which answer for other hosts. */
@NullMarked
package org.colophon.service.host.node;

import org.jspecify.annotations.NullMarked;
