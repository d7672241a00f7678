// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.explorer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.colophon.cli.command.CommandTester;
import org.colophon.cli.command.CommandTester.Outcome;
import org.colophon.service.Service;
import org.colophon.service.config.file.ConfigFile;
import org.colophon.testing.browser.Browser;

/**
 * A service on a new store, with commands that use it, and a browser with a session of the
 * explorer.
 */
final class ExploredService implements AutoCloseable {
  final CommandTester commands;
  final Browser browser;
  private final Service service;
  private final String page;

  /**
   * Starts the service.
   *
   * @param directory directory of the store; reporters may read files below it
   */
  ExploredService(Path directory) throws IOException {
    commands = new CommandTester(directory);
    Path file = directory.resolve("colophon.yaml");
    Files.writeString(file, "attach:\n  roots: [" + directory + "]\n");
    service = Service.start(ConfigFile.read(file, directory.resolve("store")));
    browser = Browser.start(directory);
    String link = run("ui", "--no-browser").strip();
    browser.open(link);
    page = link.replaceFirst("/login.*", "/");
  }

  /** Runs a command, which must succeed. Returns its output. */
  String run(String... words) {
    Outcome outcome = commands.run(words);
    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    return outcome.out();
  }

  /** Opens a view of the page, which must show no error. */
  void open(String view) {
    browser.open(page + view);
    assertThat(browser.message()).isEmpty();
  }

  /**
   * Opens the table of a graph. Then opens the details of the first row whose name ends with a
   * text.
   */
  String details(String view, String name) {
    open(view + "&view=table");
    browser.click("tbody button.link", name);
    browser.awaitReady();
    return browser.find("aside").getText();
  }

  @Override
  public void close() {
    browser.close();
    assertThat(service.stop()).isTrue();
  }
}
