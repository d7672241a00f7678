/**
 * Writes lineages in the formats that people and programs ask for, by name. No name of a file or
 * process can forge content of an export.
 */
package org.colophon.query.export;
