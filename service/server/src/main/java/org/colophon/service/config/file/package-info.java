/**
 * The configuration file: read from YAML with file and line in every message, and printed with
 * comments.
 */
package org.colophon.service.config.file;
