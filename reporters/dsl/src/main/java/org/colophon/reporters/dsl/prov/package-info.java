/**
 * PROV-JSON documents: {@link org.colophon.reporters.dsl.prov.ProvReader} parses them, {@link
 * org.colophon.reporters.dsl.prov.ProvReplay} orders and reports their statements.
 */
package org.colophon.reporters.dsl.prov;
