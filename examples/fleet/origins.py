# SPDX-License-Identifier: Apache-2.0
"""Prints the origins of an object on one host, from Parquet tables, with Spark.

    spark-submit origins.py /srv/fleet web object:42

Spark has no recursion that keeps the best bound of a node, so a loop does the steps. Connections
between hosts are left out. No test runs this script; it was tried with PySpark 4.3 on Java 17.
"""

import json, sys
from pyspark.sql import SparkSession, functions as F, Window

fleet, host, target = sys.argv[1:]  # such as /srv/fleet web object:42
LAST = 9223372036854775806
spark = SparkSession.builder.getOrCreate()
with open(fleet + "/colophon.json") as file:
    hosts = [(each["host"], each["lastLsn"]) for each in json.load(file)["hosts"]]
marks = F.broadcast(spark.createDataFrame(hosts, "host string, mark long"))

def table(name, *key):
    newest = Window.partitionBy("host", *key).orderBy(F.desc("exported_lsn"))
    rows = spark.read.parquet(f"{fleet}/{name}").withColumn("host", F.col("host").cast("string"))
    rows = rows.join(marks, "host").where("exported_lsn <= mark")
    return rows.withColumn("n", F.row_number().over(newest)).where("n = 1").drop("n", "mark")

nodes = table("nodes", "key")
later = Window.partitionBy("host", "node").orderBy("version")
versions = nodes.select(
    "host", "node", "key", "name", F.coalesce("version", F.lit(0)).alias("version"),
    F.coalesce("from_lsn", F.lit(0)).alias("from_lsn"),
    F.coalesce("seen_lsn", F.lit(0)).alias("seen_lsn"),
    F.lead("seen_lsn", 1, LAST + 1).over(later).alias("unseen_lsn")).cache()
ends = nodes.where("kind = 'process'").select("host", F.col("node").alias("process"), "end_lsn")
edges = table("edges", "effect", "cause", "kind", "first_lsn").where("class <> 'none'")
steps = edges.withColumn(
    "process", F.expr("if(effect like 'process:%', effect, cause)")
).join(ends, ["host", "process"], "left").select(
    "host", "effect", "cause", "kind", "first_lsn",
    F.greatest("first_lsn", F.coalesce("last_lsn", "end_lsn", F.lit(LAST))).alias("last_lsn")).cache()

found = versions.where((F.col("host") == host) & (F.col("node") == target)).orderBy(
    F.desc("version")).limit(1).select(
    "host", "node", "version", "from_lsn", F.lit(LAST).alias("bound")).localCheckpoint()
new = found
while not new.isEmpty():
    reached = new.join(steps.withColumnRenamed("effect", "node"), ["host", "node"]).where(
        "(first_lsn <= bound or kind = 'sent') and last_lsn >= from_lsn").select(
        "host", F.col("cause").alias("node"), "first_lsn", F.expr(f"""case kind
            when 'received' then {LAST} when 'sent' then last_lsn
            else least(last_lsn, bound) end""").alias("reached"))
    best = reached.join(versions, ["host", "node"]).where(
        "seen_lsn <= reached and unseen_lsn > first_lsn and seen_lsn < unseen_lsn").groupBy(
        "host", "node", "version", "from_lsn").agg(
        F.max(F.expr("least(reached, unseen_lsn - 1)")).alias("bound"))
    known = found.select("host", "node", "version", F.col("bound").alias("known"))
    new = best.join(known, ["host", "node", "version"], "left").where(
        "known is null or bound > known").drop("known").localCheckpoint()
    found = found.unionByName(new).groupBy("host", "node", "version", "from_lsn").agg(
        F.max("bound").alias("bound")).localCheckpoint()
for row in found.join(versions, ["host", "node", "version"]).orderBy("key").collect():
    print(row.key, row.name)
