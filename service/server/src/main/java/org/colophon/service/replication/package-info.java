/** A service that follows another one, and the settings of feeds. */
package org.colophon.service.replication;
