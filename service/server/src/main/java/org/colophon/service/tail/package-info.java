/** Live tails: what the service counts, and a bounded sample of what reporters hand over. */
package org.colophon.service.tail;
