/**
 * Writes lineages in the formats that people and programs ask for, by name. Names that programs
 * gave to files and processes cannot forge any of them.
 */
package org.colophon.query.export;
