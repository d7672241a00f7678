/** Facts that a store returns. */
package org.colophon.core.model.fact;
