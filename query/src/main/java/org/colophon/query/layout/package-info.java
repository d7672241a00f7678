/**
 * Layered drawings of provenance graphs: older things left, newer ones right. Knows boxes and links
 * only, so that pictures and the explorer share it.
 */
package org.colophon.query.layout;
