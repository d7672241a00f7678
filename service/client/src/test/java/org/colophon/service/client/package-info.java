/** Tests against a service whose every byte is known. */
package org.colophon.service.client;
