/** Sources of numbered lines, with their durable positions. Each line is recorded once. */
package org.colophon.service.source;
