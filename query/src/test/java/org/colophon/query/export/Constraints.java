// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.export;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.colophon.query.prov.ProvNames;
import org.openprovenance.prov.model.Activity;
import org.openprovenance.prov.model.Agent;
import org.openprovenance.prov.model.Document;
import org.openprovenance.prov.model.Entity;
import org.openprovenance.prov.model.Namespace;
import org.openprovenance.prov.model.ProvFactory;
import org.openprovenance.prov.model.QualifiedName;
import org.openprovenance.prov.model.Statement;
import org.openprovenance.prov.validation.Config;
import org.openprovenance.prov.validation.ObjectMaker;
import org.openprovenance.prov.validation.Unknown;
import org.openprovenance.prov.validation.Validate;
import org.openprovenance.prov.validation.VarQName;
import org.openprovenance.prov.validation.report.ValidationReport;

/** Checks a PROV-JSON text against PROV-CONSTRAINTS. Uses ProvToolbox. */
final class Constraints {
  private static final ProvFactory FACTORY = new org.openprovenance.prov.vanilla.ProvFactory();

  private final JsonNode json;

  private Constraints(JsonNode json) {
    this.json = json;
  }

  static ValidationReport check(String provJson) throws IOException {
    Config config = Config.newYesToAllConfig(FACTORY, new Names());
    return new Validate(config)
        .validate(new Constraints(new ObjectMapper().readTree(provJson)).document());
  }

  private Document document() {
    List<Entity> entities = new ArrayList<>();
    List<Activity> activities = new ArrayList<>();
    List<Agent> agents = new ArrayList<>();
    names("entity").forEachRemaining(id -> entities.add(FACTORY.newEntity(name(id))));
    names("activity").forEachRemaining(id -> activities.add(FACTORY.newActivity(name(id))));
    names("agent").forEachRemaining(id -> agents.add(FACTORY.newAgent(name(id))));
    Document document = FACTORY.newDocument(activities, entities, agents, statements());
    Namespace namespace = new Namespace();
    json.get("prefix")
        .properties()
        .forEach(p -> namespace.register(p.getKey(), p.getValue().asText()));
    document.setNamespace(namespace);
    return document;
  }

  private Iterator<String> names(String type) {
    return json.path(type).fieldNames();
  }

  private QualifiedName name(String id) {
    if (id.isEmpty()) {
      return null;
    }
    int colon = id.indexOf(':');
    String prefix = id.substring(0, colon);
    return FACTORY.newQualifiedName(
        json.get("prefix").get(prefix).asText(), id.substring(colon + 1), prefix);
  }

  private List<Statement> statements() {
    List<Statement> statements = new ArrayList<>();
    for (Map.Entry<String, JsonNode> section : json.properties()) {
      if (!List.of("prefix", "entity", "activity", "agent").contains(section.getKey())) {
        section.getValue().forEach(each -> statements.add(statement(section.getKey(), each)));
      }
    }
    return statements;
  }

  private Statement statement(String relation, JsonNode each) {
    List<String> ends = ProvNames.arguments(relation);
    QualifiedName effect = name(each.get(ends.get(0)).asText());
    QualifiedName cause = name(each.path(ends.get(1)).asText());
    return switch (relation) {
      case "used" -> FACTORY.newUsed(null, effect, cause);
      case "wasGeneratedBy" -> FACTORY.newWasGeneratedBy(null, effect, cause);
      case "wasInvalidatedBy" -> FACTORY.newWasInvalidatedBy(null, effect, cause);
      case "wasInformedBy" -> FACTORY.newWasInformedBy(null, effect, cause);
      case "wasDerivedFrom" -> FACTORY.newWasDerivedFrom(null, effect, cause);
      case "wasAssociatedWith" -> FACTORY.newWasAssociatedWith(null, effect, cause);
      case "wasInfluencedBy" -> FACTORY.newWasInfluencedBy(null, effect, cause);
      case "wasAttributedTo" -> FACTORY.newWasAttributedTo(null, effect, cause);
      case "actedOnBehalfOf" -> FACTORY.newActedOnBehalfOf(null, effect, cause);
      case "specializationOf" -> FACTORY.newSpecializationOf(effect, cause);
      default -> throw new AssertionError("unknown relation " + relation);
    };
  }

  /** Creates placeholder names for terms that the validator does not support. */
  private static final class Names implements ObjectMaker {
    @Override
    public VarQName makeVarQName(String namespace, String local, String prefix) {
      return new Variable(namespace, local, prefix);
    }

    @Override
    public VarQName makeVarQName(QualifiedName name) {
      return new Variable(name.getNamespaceURI(), name.getLocalPart(), name.getPrefix());
    }

    @Override
    public Unknown makeUnknown(String local, String prefix) {
      return new Missing("urn:unknown:", local, prefix);
    }
  }

  private static final class Variable extends org.openprovenance.prov.vanilla.QualifiedName
      implements VarQName {
    Variable(String namespace, String local, String prefix) {
      super(namespace, local, prefix);
    }
  }

  private static final class Missing extends org.openprovenance.prov.vanilla.QualifiedName
      implements Unknown {
    Missing(String namespace, String local, String prefix) {
      super(namespace, local, prefix);
    }
  }
}
