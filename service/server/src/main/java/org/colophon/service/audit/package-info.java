/** The record of calls that change what the service does. */
package org.colophon.service.audit;
