/** Tests that read, reject and print configurations. */
package org.colophon.service.config.file;
