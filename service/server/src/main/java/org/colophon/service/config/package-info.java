/**
 * What a service can be told: immutable values with sensible defaults, read from YAML with file and
 * line in every complaint, and written back as YAML with comments.
 */
package org.colophon.service.config;
