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
create table o4 (id int, a int) engine=innodb
-- truth: creates o4
insert into k values (1, 2, 3), (2, 3, 4)
-- truth: writes k
insert into m values (1, 5, 6), (2, 7, 8)
-- truth: writes m
insert into tree values (1, null), (2, 1), (3, 2)
-- truth: writes tree
insert into o4 select id, (select max(x) from m where m.id = k.id) from k where exists (select 1 from tree where tree.id = k.id)
-- truth: reads k m tree writes o4
insert into o1 values (1, 1, 1) on duplicate key update b = b + 1, a = (select max(y) from m)
-- truth: reads m writes o1
insert into o1 select id, a, b from k on duplicate key update b = o1.b + values(b)
-- truth: reads k writes o1
replace into o1 select id, x, y from m where id = 2
-- truth: reads m writes o1
update o2 join k on k.id = o2.id set o2.a = k.a
-- truth: reads k writes o2
update o3, m set o3.a = m.x, m.y = 1 where o3.id = m.id
-- truth: reads m o3 writes m o3
delete o4 from o4 join tree on tree.id = o4.id where tree.parent = 1
-- truth: reads tree writes o4
delete from o2 using o2 inner join k where o2.id = k.id and k.a > 100
-- truth: reads k writes o2
create table n1 select * from k union all select * from m
-- truth: reads k m creates n1
create table n2 like k
-- truth: creates n2
insert into n2 (table_free) values (1)
-- truth: fails writes n2
insert ignore into n2 select * from k
-- truth: reads k writes n2
create table n3 (s int) as select extract(year from now()) + a as s from k
-- truth: reads k creates n3
insert into o4 (id) select a from (select a from k union select x from m) u cross join lateral_free
-- truth: fails reads k m lateral_free writes o4
insert into o4 (id) (select a from k) union (select x from m) order by 1 limit 3
-- truth: reads k m writes o4
insert into o4 set id = (select count(*) from tree), a = 5
-- truth: reads tree writes o4
explain select * from k
-- truth:
explain insert into n2 select * from m
-- truth:
select * from k for update
-- truth: reads k
select sql_calc_found_rows k.a from k left join m on m.id = k.id limit 1
-- truth: reads k m
analyze table k
-- truth:
