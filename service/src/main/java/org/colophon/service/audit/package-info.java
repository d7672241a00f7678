/** Log of the calls that change the service. */
package org.colophon.service.audit;
