/** Deletion of old facts, on schedule and on request. */
package org.colophon.service.retention;
