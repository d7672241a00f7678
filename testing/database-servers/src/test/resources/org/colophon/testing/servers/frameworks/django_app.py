# SPDX-License-Identifier: Apache-2.0
"""A Django application: transactions, savepoints, and statements that commit by themselves."""

import sys

import pymysql

pymysql.version_info = (2, 2, 1, "final", 0)  # as Django asks of mysqlclient
pymysql.install_as_MySQLdb()

import django
from django.conf import settings

settings.configure(
    DATABASES={
        "default": {
            "ENGINE": "django.db.backends.mysql",
            "HOST": "127.0.0.1",
            "PORT": sys.argv[1],
            "NAME": "shop",
            "USER": "root",
        }
    },
    USE_TZ=False,
)
django.setup()

from django.db import connection, models, transaction


class Undo(Exception):
    """Has a block rolled back."""


class Item(models.Model):
    """A table by which an object-relational mapper writes."""

    name = models.CharField(max_length=20)

    class Meta:
        """Where it is stored."""

        app_label = "shop"
        db_table = "item"


def run(sql):
    """Runs a statement on the connection that everything shares."""
    with connection.cursor() as cursor:
        cursor.execute(sql)


with connection.schema_editor() as editor:
    editor.create_model(Item)
for table in ("copied", "undone", "total"):
    run(f"create table {table} (name varchar(20)) engine=innodb")
Item.objects.create(name="by itself")
with transaction.atomic():
    Item.objects.create(name="in a block")
    run("insert into copied select name from item")
    try:
        with transaction.atomic():
            run("insert into undone select name from item")
            raise Undo()
    except Undo:
        pass
    with transaction.atomic():
        Item.objects.filter(name="by itself").update(name="again")
try:
    with transaction.atomic():
        run("insert into undone select name from copied")
        raise Undo()
except Undo:
    pass
run("insert into total select name from copied")
connection.close()
