/**
 * What files held: contents that stay what they were, kept cheaply while the files are written on.
 * A copy is made when the first write comes that would damage what is still wanted, not at open.
 */
package org.colophon.core.inspect.content;
