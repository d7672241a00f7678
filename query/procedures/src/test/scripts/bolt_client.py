# SPDX-License-Identifier: Apache-2.0
"""Logs in over Bolt and says in JSON what came of each thing tried.

usage: bolt_client.py URI USER PASSWORD-FILE
"""

import json
import sys

from neo4j import GraphDatabase, unit_of_work
from neo4j.exceptions import Neo4jError

uri, user, password_file = sys.argv[1:]
with open(password_file, encoding="utf-8") as file:
    password = file.read().strip()


def refused(auth, statement="RETURN 1"):
    """The code of the error that a login or a statement ended with, None if it did not."""
    try:
        with GraphDatabase.driver(uri, auth=auth) as driver:
            driver.execute_query(statement, database_="neo4j")
        return None
    except Neo4jError as e:
        return e.code


said = {
    "wrong password": refused((user, "not " + password)),
    "no password": refused(None),
    "write": refused((user, password), "CREATE (:Process)"),
}

with GraphDatabase.driver(uri, auth=(user, password)) as driver:
    records, _, _ = driver.execute_query(
        "CALL colophon.ancestors('/w/prog', {dataOnly: true}) YIELD node, relationship"
        " RETURN node, relationship",
        database_="neo4j",
    )
    said["nodes"] = [sorted(record["node"].labels) for record in records]
    said["relationships"] = [
        record["relationship"].type for record in records if record["relationship"]
    ]

    @unit_of_work(metadata={"asOf": 39})
    def earlier(transaction):
        found = transaction.run(
            "CALL colophon.ancestors('/w/a.o') YIELD node WHERE node:File RETURN node.name AS name"
        )
        return sorted(record["name"] for record in found)

    with driver.session(database="neo4j") as session:
        said["as of"] = session.execute_read(earlier)
        path = session.run(
            "CALL colophon.why('/w/prog', '/w/a.c') YIELD path RETURN path"
        ).single()["path"]
        said["path"] = [relationship.type for relationship in path.relationships]

print(json.dumps(said))
