/** Tests that run the examples. */
package org.colophon.examples.self;
