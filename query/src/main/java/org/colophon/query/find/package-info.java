/** Search for objects, processes, agents and extended records by their recorded properties. */
package org.colophon.query.find;
