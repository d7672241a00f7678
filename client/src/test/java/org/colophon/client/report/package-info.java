/** Tests of reporting to a service. */
package org.colophon.client.report;
