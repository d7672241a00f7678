/** The parts of a service, with the one interface that the service uses. */
package org.colophon.service.part;
