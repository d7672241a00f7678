/** Extended records as people and programs read them: patches as diffs, JSON as tables. */
package org.colophon.query.record;
