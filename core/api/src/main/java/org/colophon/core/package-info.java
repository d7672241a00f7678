/**
 * Core of Colophon: the model, the two plug-in contracts, and the kernel. The kernel orders,
 * suppresses, journals and fans out reported operations.
 */
@NullMarked
package org.colophon.core;

import org.jspecify.annotations.NullMarked;
