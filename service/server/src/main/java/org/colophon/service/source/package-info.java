/** Sources of numbered lines, each of which is recorded once, and their durable positions. */
package org.colophon.service.source;
