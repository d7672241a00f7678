/** Stores of the other hosts that report to the service. */
package org.colophon.service.host;
