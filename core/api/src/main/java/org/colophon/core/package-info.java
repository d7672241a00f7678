/**
 * The core of Colophon: the model, the two plug-in contracts, and the kernel that orders,
 * suppresses, journals and fans out what reporters report.
 */
package org.colophon.core;
