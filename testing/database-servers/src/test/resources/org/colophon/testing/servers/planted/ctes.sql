-- only: mariadb, mysql_8
create table k (id int primary key, a int, b int) engine=innodb
-- truth: creates k
create table m (id int primary key, x int, y int) engine=innodb
-- truth: creates m
create table tree (id int primary key, parent int) engine=innodb
-- truth: creates tree
create table o1 (id int primary key, a int, b int) engine=innodb
-- truth: creates o1
create table o2 (id int, a int) engine=innodb
-- truth: creates o2
create table o3 (id int, a int) engine=innodb
-- truth: creates o3
insert into k values (1, 2, 3), (2, 3, 4)
-- truth: writes k
insert into m values (1, 5, 6), (2, 7, 8)
-- truth: writes m
insert into tree values (1, null), (2, 1), (3, 2)
-- truth: writes tree
insert into o1 (id, a) with c as (select id, x from m where x > 1) select id, x from c
-- truth: reads m writes o1
insert into o2 with recursive up (id, d) as (select id, 0 from tree where parent is null union all select t.id, d + 1 from tree t join up on t.parent = up.id) select id, d from up
-- truth: reads tree writes o2
insert into o3 with k as (select id, x from m) select * from k
-- truth: reads m writes o3
create view deep as with c as (select x.id from (select id from m) x) select c.id from c join tree using (id)
-- truth:
create table o4 as with deep2 as (select * from deep) select * from deep2
-- truth: reads m tree creates o4
update k join (with c as (select id, x from m) select * from c) d on d.id = k.id set k.a = d.x
-- truth: reads m writes k
with c as (select id from tree) select * from c, k
-- truth: reads tree k
