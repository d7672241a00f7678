/** Facts of a history as objects, and what readers and writers of several stores do with them. */
package org.colophon.storage.common.facts;
