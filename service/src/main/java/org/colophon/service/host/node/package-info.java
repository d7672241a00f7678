/** The other nodes of a cluster, which answer for other hosts. */
package org.colophon.service.host.node;
