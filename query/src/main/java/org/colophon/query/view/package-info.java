/**
 * Lineages folded to what fits on a screen, with places to draw: process trees, similar files and
 * long chains are one node each until they are expanded.
 */
package org.colophon.query.view;
