/**
 * Operations as lines of JSON, from programs on the same machine: parsed, applied to a sink, and
 * answered when durable. docs/service.md describes the lines.
 */
package org.colophon.service.ingest;
