# SPDX-License-Identifier: Apache-2.0
"""Reads all tables below a directory with pyarrow and with DuckDB.

usage: read.py DIRECTORY; prints for each reader and table the number of rows and of hosts, or the
reader's error.
"""

import sys
from pathlib import Path

import duckdb
import pyarrow.dataset

for table in ("nodes", "edges", "names"):
    path = Path(sys.argv[1]) / table
    try:
        rows = pyarrow.dataset.dataset(path, partitioning="hive").to_table()
        print("pyarrow", table, rows.num_rows, len(rows.column("host").unique()))
    except (OSError, pyarrow.ArrowInvalid) as error:
        print("pyarrow", table, "error", type(error).__name__)
    try:
        count = "SELECT count(COLUMNS(*)), count(*) AS n, count(DISTINCT host) FROM read_parquet(?)"
        found = duckdb.execute(count, [f"{path}/**/*.parquet"]).fetchone()
        print("duckdb", table, found[-2], found[-1])
    except duckdb.Error as error:
        print("duckdb", table, "error", type(error).__name__)
