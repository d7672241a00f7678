/**
 * Operations as lines of JSON: parsed, and applied to a sink. docs/reference/http-api.md describes
 * the lines.
 */
package org.colophon.service.line;
