/** Search for objects, processes, agents and extended records by what is known of them. */
package org.colophon.query.find;
