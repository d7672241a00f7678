/** Tests against a service that sends given bytes. */
package org.colophon.service.client;
