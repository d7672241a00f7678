// SPDX-License-Identifier: Apache-2.0
package org.colophon.testing.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/** The rules about the artifacts that {@code distribution/maven} publishes. */
class PublishedModulesTest {
  private static final Pattern UNPUBLISHED =
      Pattern.compile("(benchmarks|cli|examples|testing)(/.*)?");

  private final XPath paths = XPathFactory.newInstance().newXPath();

  private List<String> texts(String module, String path) throws Exception {
    Path pom = Modules.ROOT.resolve(module).resolve("pom.xml");
    Document document =
        DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(pom.toFile());
    NodeList found = (NodeList) paths.evaluate(path, document, XPathConstants.NODESET);
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < found.getLength(); i++) {
      texts.add(found.item(i).getTextContent().strip());
    }
    return texts;
  }

  private Set<String> listedInBom() throws Exception {
    return new TreeSet<>(
        texts("bom", "/project/dependencyManagement/dependencies/dependency/artifactId"));
  }

  private static String artifactOf(String module) {
    return "colophon-" + module.replace('/', '-');
  }

  @Test
  void namesEveryArtifactAfterThePathOfItsModule() throws Exception {
    for (String module : Modules.all()) {
      assertThat(texts(module, "/project/artifactId"))
          .as(module)
          .containsExactly(artifactOf(module));
    }
  }

  @Test
  void listsEveryPublishedModuleInTheBom() throws Exception {
    Set<String> expected = new TreeSet<>();
    for (String module : Modules.all()) {
      if (!UNPUBLISHED.matcher(module).matches() && !module.equals("bom")) {
        expected.add(artifactOf(module));
      }
    }
    assertThat(listedInBom()).isEqualTo(expected);
  }

  @Test
  void skipsDeploymentOfOtherModules() throws Exception {
    for (String module : Modules.all()) {
      if (!module.equals("bom")) {
        assertThat(texts(module, "/project/properties/maven.deploy.skip"))
            .as("maven.deploy.skip in %s/pom.xml", module)
            .isEqualTo(UNPUBLISHED.matcher(module).matches() ? List.of("true") : List.of());
      }
    }
  }

  @Test
  void dependsOnPublishedModulesOnly() throws Exception {
    Set<String> published = listedInBom();
    for (String module : Modules.all()) {
      if (published.contains(artifactOf(module))) {
        assertThat(
                texts(
                    module,
                    "/project/dependencies/dependency[groupId='org.colophon'][not(scope='test')]"
                        + "/artifactId"))
            .as("dependencies of the published module %s", module)
            .isSubsetOf(published);
      }
    }
  }
}
