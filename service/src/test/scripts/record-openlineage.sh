#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Records the events of real producers for OpenLineageProducersTest:
#   record-openlineage.sh dbt|spark|airflow DIRECTORY
# It installs the producer from the package registries into a temporary directory (Spark and Airflow
# take hundreds of MB), runs two small jobs there, and writes a file named after the versions. Spark
# needs JAVA_HOME of Java 17, and mvn. Paths of the temporary directory become /lab.
set -euo pipefail

producer=$1 out=$(realpath "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
PATH=$work/venv/bin:$PATH
events=$work/events.ndjson
transport="{\"type\":\"file\",\"log_file_path\":\"$events\",\"append\":true}"
printf 'id,amount\n1,10\n2,20\n' >raw.csv

version() {
  pip show "$1" | sed -n 's/^Version: //p'
}

record_dbt() {
  pip install -q dbt-core==1.10.23 dbt-duckdb==1.9.6 openlineage-dbt==1.54.0
  mkdir models
  echo "{name: shop, version: '1', profile: shop, model-paths: [models]}" >dbt_project.yml
  echo "shop: {target: dev, outputs: {dev: {type: duckdb, path: shop.duckdb}}}" >profiles.yml
  echo "{{ config(materialized='table') }} select 10 as amount" >models/orders.sql
  echo "{{ config(materialized='table') }} select sum(amount) as total from {{ ref('orders') }}" \
    >models/totals.sql
  echo "transport: $transport" >openlineage.yml
  DBT_PROFILES_DIR=. OPENLINEAGE_CONFIG=openlineage.yml OPENLINEAGE_NAMESPACE=shop dbt-ol build
  name=dbt-$(version dbt-core)-openlineage-$(version openlineage-dbt)
}

record_spark() {
  local listener=1.53.0
  pip install -q pyspark==3.5.9
  mvn -q dependency:copy -Dartifact="io.openlineage:openlineage-spark_2.12:$listener" \
    -DoutputDirectory="$work"
  cat >job.py <<'END'
import sys
from pyspark.sql import SparkSession

lab = sys.argv[1]
spark = SparkSession.builder.appName("orders").getOrCreate()
spark.read.option("header", True).csv(lab + "/raw.csv").createOrReplaceTempView("raw")
doubled = spark.sql("select id, cast(amount as int) * 2 as twice from raw")
doubled.write.mode("overwrite").parquet(lab + "/doubled.parquet")
total = spark.read.parquet(lab + "/doubled.parquet").groupBy().sum("twice")
total.write.mode("overwrite").csv(lab + "/sum.csv")
spark.stop()
END
  SPARK_LOCAL_IP=127.0.0.1 spark-submit --master 'local[1]' --jars openlineage-spark*.jar \
    --conf spark.extraListeners=io.openlineage.spark.agent.OpenLineageSparkListener \
    --conf spark.openlineage.transport.type=file \
    --conf "spark.openlineage.transport.location=$events" \
    --conf spark.openlineage.namespace=lab --conf spark.ui.enabled=false job.py "$work"
  name=spark-$(version pyspark)-openlineage-$listener
}

record_airflow() {
  pip install -q apache-airflow==3.3.2 apache-airflow-providers-openlineage==2.20.3
  export AIRFLOW_HOME=$work/airflow AIRFLOW__CORE__LOAD_EXAMPLES=False
  export AIRFLOW__OPENLINEAGE__TRANSPORT=$transport AIRFLOW__OPENLINEAGE__NAMESPACE=airflow
  mkdir -p airflow/dags
  cat >airflow/dags/orders.py <<END
from datetime import datetime

from airflow.providers.standard.operators.bash import BashOperator
from airflow.sdk import DAG
from openlineage.client.event_v2 import Dataset


def copy(task, source, target):
    return BashOperator(
        task_id=task,
        bash_command=f"cp $work/{source} $work/{target}",
        inlets=[Dataset(namespace="file", name=f"$work/{source}")],
        outlets=[Dataset(namespace="file", name=f"$work/{target}")],
    )


with DAG("orders", start_date=datetime(2026, 1, 1), schedule=None):
    copy("load", "raw.csv", "orders.csv") >> copy("total", "orders.csv", "total.txt")
END
  airflow db migrate
  airflow dags reserialize
  airflow dags test orders
  name=airflow-$(version apache-airflow)-provider-$(version apache-airflow-providers-openlineage)
}

"record_$producer"
sed "s|$work|/lab|g" "$events" >"$out/$name.ndjson"
