/**
 * PROV-JSON documents: {@link org.colophon.reporters.dsl.prov.ProvReader} takes one apart, {@link
 * org.colophon.reporters.dsl.prov.ProvReplay} puts its statements in order and tells the sink.
 */
package org.colophon.reporters.dsl.prov;
