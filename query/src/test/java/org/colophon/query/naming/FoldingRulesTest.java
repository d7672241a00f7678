// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.naming;

import static org.assertj.core.api.Assertions.assertThat;

import org.colophon.core.model.Bytes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FoldingRulesTest {
  private final FoldingRules rules = new FoldingRules();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/usr/include/stdio.h",
        "/home/me/.pyenv/versions/3.11.7/lib/python3.11/os.py",
        "/home/me/.rustup/toolchains/stable/lib/libstd.rlib",
        "/home/me/.cargo/registry/src/serde/lib.rs",
        "/home/me/.cargo/.global-cache",
        "/home/me/go/pkg/mod/cache/x",
        "/opt/go/pkg/tool/linux_amd64/link",
        "/home/me/.cache/go-build/00/x-d",
        "/home/me/.cache/fontconfig/7-le64.cache-9",
        "/home/me/app/node_modules/left-pad/index.js",
        "/home/me/app/env/lib/python3.12/json/__init__.py",
        "/home/me/app/.venv/bin/activate",
        "/home/me/app/env/pyvenv.cfg",
        "/opt/x/site-packages/six.py",
        "/tmp/hsperfdata_me/4711",
        "/home/me/.m2/repository/junit/junit.jar",
        "/dev/shm/sem.mp-1",
        "/dev/shm/job/node_modules/x/index.js",
        "mysql://db:3306/information_schema/TABLES",
        "mysql://db:3306/INFORMATION_SCHEMA/COLUMNS",
        "mysql://db:3306/performance_schema/threads",
        "mysql://db:3306/mysql/user"
      })
  void foldsFilesOfSystemAndTools(String path) {
    assertThat(rules.folds(Bytes.of(path))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/home/me/go/src/app/main.go",
        "/home/me/project/.cargo/config.toml",
        "/home/me/.gitconfig",
        "/home/me/.cache/huggingface/hub/model.bin",
        "/home/me/.cache/ccache/1/x.o",
        "/home/me/lib/parser.py",
        "/data/modules/node.js",
        "/dev/shm/job/x",
        "/tmp/scratch",
        "mysql://db:3306/shop/information_schema",
        "mysql://mysql:3306/shop/orders",
        "pipe:[4711.5]"
      })
  void keepsFilesOfUsers(String path) {
    assertThat(rules.folds(Bytes.of(path))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/w/__pycache__/a.cpython-311.pyc", "/w/a.pyc", "/w/__pycache__/x"})
  void recognizesCompiledPython(String path) {
    assertThat(FoldingRules.isByteCode(Bytes.of(path))).isTrue();
  }
}
