/** Tests of the client with a service that sends given bytes. */
package org.colophon.client.connection;
