/**
 * Record suppression (Story Book, TaPP 2009). Of the repeated accesses of one process to one
 * version of an object in one mode, only the first and the last are kept, with their count and
 * bytes.
 */
package org.colophon.core.suppression;
