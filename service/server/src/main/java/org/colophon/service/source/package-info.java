/** What is remembered and told of sources that report numbered lines. */
package org.colophon.service.source;
