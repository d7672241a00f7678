create table t (id int primary key, v int) engine=innodb
-- truth: creates t
create table u (id int, v int) engine=innodb
-- truth: creates u
create table w (id int, v int) engine=innodb
-- truth: creates w
create table y (id int, v int) engine=innodb
-- truth: creates y
insert into t values (1, 5)
-- truth: writes t
select v into @v from t where id = 1
-- truth: reads t writes @v
insert into u values (1, @v)
-- truth: reads @v writes u
set @n = (select count(*) from u)
-- truth: reads u writes @n
set @m = @n + 1
-- truth: reads @n writes @m
insert into w values (@m, 0)
-- truth: reads @m writes w
set @v = 3
-- truth: cuts @v
insert into y values (1, @v)
-- truth: reads @v writes y
select @z := max(v) from w
-- truth: reads w writes @z
update y set v = @z
-- truth: reads @z writes y
