/** A service that follows another service, and the settings of feeds. */
package org.colophon.service.replication;
