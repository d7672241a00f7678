/** What the two threads of a remote sink hand each other. */
package org.colophon.service.client.report;
