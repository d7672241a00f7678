/** An application that records its own provenance. */
package org.colophon.examples.self;
