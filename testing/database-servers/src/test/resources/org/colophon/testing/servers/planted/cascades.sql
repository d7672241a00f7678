create table country (id int primary key, name varchar(30)) engine=innodb
-- truth: creates country
create table city (id int primary key, country_id int, name varchar(30), foreign key (country_id) references country (id) on delete cascade on update cascade) engine=innodb
-- truth: creates city
create table street (id int primary key, city_id int, name varchar(30), foreign key (city_id) references city (id) on delete cascade) engine=innodb
-- truth: creates street
create table mayor (id int primary key, city_id int, foreign key (city_id) references city (id) on delete set null) engine=innodb
-- truth: creates mayor
create table dead (id int) engine=innodb
-- truth: creates dead
insert into country values (1, 'x'), (2, 'y')
-- truth: writes country
insert into city values (10, 1, 'a'), (20, 2, 'b')
-- truth: writes city
insert into street values (100, 10, 's'), (200, 20, 't')
-- truth: writes street
insert into mayor values (7, 10)
-- truth: writes mayor
insert into dead values (1)
-- truth: writes dead
delete from country where id in (select id from dead)
-- truth: reads dead writes country city street mayor
-- logged: reads dead writes country
update country set id = 3 where id = 2
-- truth: writes country city
create table rest as select * from street
-- truth: reads street creates rest
