/** Tests of reporting to a service. */
package org.colophon.service.client.report;
