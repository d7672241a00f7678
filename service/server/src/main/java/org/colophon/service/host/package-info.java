/** Stores of other hosts that report to the service. */
package org.colophon.service.host;
