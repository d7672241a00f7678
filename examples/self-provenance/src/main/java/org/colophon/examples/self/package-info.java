/** An application that records its own provenance. */
@NullMarked
package org.colophon.examples.self;

import org.jspecify.annotations.NullMarked;
