/**
 * Lineages folded to fit on a screen, with positions to draw them. Process trees, similar files and
 * long chains are one node each until they are expanded.
 */
package org.colophon.query.view;
