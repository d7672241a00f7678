/** The services that answer for other hosts: nodes of a cluster. */
package org.colophon.service.cluster;
