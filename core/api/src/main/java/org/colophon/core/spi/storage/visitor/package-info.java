/** Callbacks that a store calls for each fact it reads. */
package org.colophon.core.spi.storage.visitor;
