create table src1 (id int, v int) engine=innodb
-- truth: creates src1
create table src2 (id int, v int) engine=innodb
-- truth: creates src2
create table never (id int, v int) engine=innodb
-- truth: creates never
create table dst1 (id int, v int) engine=innodb
-- truth: creates dst1
create table dst2 (id int, v int) engine=innodb
-- truth: creates dst2
create table dst3 (id int, v int) engine=innodb
-- truth: creates dst3
create table src3 (id int, v int) engine=innodb
-- truth: creates src3
create table dst6 (id int, v int) engine=innodb
-- truth: creates dst6
create table dst7 (id int, v int) engine=innodb
-- truth: creates dst7
create table dst8 (id int, v int) engine=innodb
-- truth: creates dst8
insert into src3 values (4, 40)
-- truth: writes src3
insert into src1 values (1, 10), (2, 20)
-- truth: writes src1
insert into src2 values (3, 30)
-- truth: writes src2
create procedure copy_one() insert into dst1 select * from src1
-- truth:
create procedure copy_if(in which int)
begin
  if which = 1 then
    insert into dst2 select * from src2;
  else
    insert into dst2 select * from never;
  end if;
end
-- truth:
create procedure walk()
begin
  declare done int default 0;
  declare i int;
  declare c cursor for select id from src2;
  declare continue handler for not found set done = 1;
  open c;
  l: loop
    fetch c into i;
    if done then leave l; end if;
    insert into dst3 values (i, 0);
  end loop;
  close c;
end
-- truth:
create procedure copy_two() insert into dst6 select * from src3
-- truth:
create procedure walk_two() insert into dst7 select * from src2
-- truth:
create procedure outer_one() begin call copy_two(); call walk_two(); end
-- truth:
create function top() returns int reads sql data return (select max(v) from src2)
-- truth:
create procedure keep_top() begin insert into dst8 values (1, top()); end
-- truth:
call copy_one()
-- truth: reads src1 writes dst1
call copy_if(1)
-- truth: reads src2 writes dst2
-- untold: reads never src2 writes dst2
call walk()
-- truth: reads src2 writes dst3
create table dst4 as select id, top() t from src1
-- truth: reads src1 src2 creates dst4
call outer_one()
-- truth: reads src3 writes dst6 ; reads src2 writes dst7
-- untold: reads src3 src2 writes dst6 dst7
call keep_top()
-- truth: ; reads src2 writes dst8
create table dst5 as select * from dst1
-- truth: reads dst1 creates dst5
drop procedure copy_one
-- truth:
create procedure copy_one() insert into dst2 select * from dst5
-- truth:
call copy_one()
-- truth: reads dst5 writes dst2
do top()
-- truth: reads src2
create table src4 (id int, v int) engine=innodb
-- truth: creates src4
create table dst9 (id int, v int) engine=innodb
-- truth: creates dst9
create table dst10 (id int, v int) engine=innodb
-- truth: creates dst10
create table dst11 (id int, v int) engine=innodb
-- truth: creates dst11
create table pile (id int, v int) engine=innodb
-- truth: creates pile
insert into pile values (6, 60)
-- truth: writes pile
insert into src4 values (5, 50)
-- truth: writes src4
create procedure gather() begin drop temporary table if exists pile; create temporary table pile as select * from src4; end
-- truth:
create procedure spread() begin call gather(); insert into dst9 select * from pile; end
-- truth:
create procedure take_pile() insert into dst10 select * from pile
-- truth:
create procedure clear_pile() drop temporary table pile
-- truth:
call spread()
-- truth: reads src4 creates #pile ; reads #pile writes dst9
-- untold: reads src4 writes dst9 creates #pile
call take_pile()
-- truth: reads #pile writes dst10
insert into dst11 select * from pile
-- truth: reads #pile writes dst11
call clear_pile()
-- truth: drops #pile
create table dst12 as select * from pile
-- truth: reads pile creates dst12
create table src5 (id int, v int) engine=innodb
-- truth: creates src5
insert into src5 values (7, 70)
-- truth: writes src5
create table dst13 (id int, v int) engine=innodb
-- truth: creates dst13
create table dst14 (id int, v int) engine=innodb
-- truth: creates dst14
create table dst15 (id int, v int) engine=innodb
-- truth: creates dst15
create procedure heap() begin create temporary table mound as select * from src5; end
-- truth:
create procedure level() begin insert into dst13 select * from mound; drop temporary table mound; end
-- truth:
create procedure again() begin call heap(); call level(); call heap(); end
-- truth:
create procedure inner_heap() call heap()
-- truth:
create procedure nested() begin call heap(); call level(); call inner_heap(); end
-- truth:
call again()
-- truth: reads src5 creates #mound ; reads #mound writes dst13 ; drops #mound ; reads src5 creates #mound
-- untold: reads src5 writes dst13 creates #mound
insert into dst14 select * from mound
-- truth: reads #mound writes dst14
drop temporary table mound
-- truth: drops #mound
call nested()
-- truth: reads src5 creates #mound ; reads #mound writes dst13 ; drops #mound ; reads src5 creates #mound
-- untold: reads src5 writes dst13 creates #mound
insert into dst15 select * from mound
-- truth: reads #mound writes dst15
