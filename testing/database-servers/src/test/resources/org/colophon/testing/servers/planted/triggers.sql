create table orders (id int primary key, customer int, total int) engine=innodb
-- truth: creates orders
create table items (id int primary key auto_increment, order_id int, price int) engine=innodb
-- truth: creates items
create table log1 (what varchar(30), id int) engine=innodb
-- truth: creates log1
create table log2 (what varchar(30), id int) engine=innodb
-- truth: creates log2
create table totals (customer int primary key, total int) engine=innodb
-- truth: creates totals
create table prices (id int primary key, price int) engine=innodb
-- truth: creates prices
create table feed (id int, customer int, total int) engine=innodb
-- truth: creates feed
insert into prices values (1, 100), (2, 200)
-- truth: writes prices
insert into feed values (1, 7, 0), (2, 8, 0)
-- truth: writes feed
create trigger o_in after insert on orders for each row insert into log1 values ('in', new.id)
-- truth:
create trigger l1_in after insert on log1 for each row insert into log2 values (new.what, new.id)
-- truth:
create trigger o_up before update on orders for each row begin
  if new.total > 100 then
    update totals set total = total + new.total where customer = new.customer;
  end if;
end
-- truth:
create trigger o_del after delete on orders for each row delete from items where order_id = old.id
-- truth:
insert into orders select id, customer, total from feed
-- truth: reads feed writes orders log1 log2
insert into items (order_id, price) select 1, price from prices
-- truth: reads prices writes items
insert into totals values (7, 0)
-- truth: writes totals
update orders set total = (select sum(price) from items where order_id = orders.id) where id = 1
-- truth: reads items writes orders totals
update orders set total = 500 where id = 2
-- truth: writes orders totals
delete from orders where id = 1
-- truth: writes orders items
drop trigger o_in
-- truth:
insert into orders values (50, 9, 0)
-- truth: writes orders
create table seen as select * from log2
-- truth: reads log2 creates seen
create trigger f_in before insert on feed for each row set new.total = (select max(price) from prices)
-- truth:
insert into feed values (3, 9, 1)
-- truth: reads prices writes feed
-- logged: writes feed
create table last as select * from feed
-- truth: reads feed creates last
