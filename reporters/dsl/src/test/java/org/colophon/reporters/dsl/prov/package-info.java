/** Tests of PROV-JSON documents. */
package org.colophon.reporters.dsl.prov;
