/** Formats of extended records for people and programs: patches as diffs, JSON as tables. */
package org.colophon.query.record;
