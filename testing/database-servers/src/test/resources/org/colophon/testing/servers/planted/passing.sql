create table t (id int primary key, v int) engine=innodb
-- truth: creates t
create table u (id int, v int) engine=innodb
-- truth: creates u
insert into u values (1, 1)
-- truth: writes u
select id into @id from u limit 1
-- truth: reads u writes @id
prepare p from 'insert into t values (?, 0)'
-- truth:
set @id = @id + 100
-- truth: reads @id writes @id
execute p using @id
-- truth: reads @id writes t
select * from t
-- truth: reads t
