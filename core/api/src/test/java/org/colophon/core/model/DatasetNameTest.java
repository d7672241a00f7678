// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.colophon.core.model.encoding.DatasetName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DatasetNameTest {
  @ParameterizedTest
  @CsvSource({
    "file://web, /w/in.csv, FILE, /w/in.csv",
    "file://db, /w/in.csv, FILE, file://db/w/in.csv",
    "mysql://db:3306, shop.orders, TABLE, mysql://db:3306/shop/orders",
    "postgres://db:5432, shop.public.orders, TABLE, postgres://db:5432/shop.public.orders",
    "s3://bucket, path/of/file.csv, FILE, s3://bucket/path/of/file.csv",
    "hdfs://node:8020, /data/part-0, FILE, hdfs://node:8020/data/part-0"
  })
  void keepsNameOfDatasetInStore(String namespace, String name, String kind, String stored) {
    DatasetName dataset = new DatasetName(namespace, name);

    assertThat(dataset.stored("web").toString()).isEqualTo(stored);
    assertThat(dataset.kind().name()).isEqualTo(kind);
    DatasetName read = DatasetName.ofStored(dataset.stored("web"), dataset.kind(), "web");
    assertThat(read.stored("web")).isEqualTo(dataset.stored("web"));
    assertThat(read.namespace()).isEqualTo(namespace);
  }
}
