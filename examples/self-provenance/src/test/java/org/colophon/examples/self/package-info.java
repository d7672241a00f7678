/** The examples, run. */
package org.colophon.examples.self;
