/** Configuration read, refused and written. */
package org.colophon.service.config.file;
