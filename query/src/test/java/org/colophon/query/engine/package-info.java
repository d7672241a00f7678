/** Tests of the engine against hand-made cases and a slow reference. */
package org.colophon.query.engine;
