CREATE TABLE actor (actor_id SMALLINT UNSIGNED NOT NULL AUTO_INCREMENT, first_name VARCHAR(45) NOT NULL, last_update TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP, PRIMARY KEY (actor_id), KEY idx_actor_last_name (first_name)) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4
--> CREATE d.actor
CREATE VIEW customer_list AS SELECT cu.customer_id AS ID, CONCAT(cu.first_name, _utf8mb4' ', cu.last_name) AS name, a.address AS address, a.postal_code AS `zip code`, IF(cu.active, _utf8mb4'active',_utf8mb4'') AS notes FROM customer AS cu JOIN address AS a ON cu.address_id = a.address_id JOIN city ON a.city_id = city.city_id JOIN country ON city.country_id = country.country_id
--> CREATE d.customer_list, SCHEMA d.customer, SCHEMA d.address, SCHEMA d.city, SCHEMA d.country
SELECT name FROM customer_list WHERE ID = 5
--> READ d.customer@d.customer_list, READ d.address@d.customer_list, READ d.city@d.customer_list, READ d.country@d.customer_list
CREATE VIEW film_list AS SELECT film.film_id AS FID, category.name AS category, GROUP_CONCAT(CONCAT(actor.first_name, ' ') SEPARATOR ', ') AS actors FROM category LEFT JOIN film_category ON category.category_id = film_category.category_id LEFT JOIN film ON film_category.film_id = film.film_id JOIN film_actor ON film.film_id = film_actor.film_id JOIN actor ON film_actor.actor_id = actor.actor_id GROUP BY film.film_id, category.name
--> CREATE d.film_list, SCHEMA d.category, SCHEMA d.film_category, SCHEMA d.film, SCHEMA d.film_actor, SCHEMA d.actor
CREATE PROCEDURE rewards_report (IN min_monthly_purchases TINYINT UNSIGNED, OUT count_rewardees INT) LANGUAGE SQL NOT DETERMINISTIC READS SQL DATA SQL SECURITY DEFINER COMMENT 'Provides a report' proc: BEGIN DECLARE last_month_start DATE; IF min_monthly_purchases = 0 THEN SELECT 'Minimum must be > 0'; LEAVE proc; END IF; SET last_month_start = DATE_SUB(CURRENT_DATE(), INTERVAL 1 MONTH); CREATE TEMPORARY TABLE tmpCustomer (customer_id SMALLINT UNSIGNED NOT NULL PRIMARY KEY); INSERT INTO tmpCustomer (customer_id) SELECT p.customer_id FROM payment AS p WHERE DATE(p.payment_date) > last_month_start GROUP BY customer_id; SELECT COUNT(*) FROM tmpCustomer INTO count_rewardees; SELECT c.* FROM tmpCustomer AS t INNER JOIN customer AS c ON t.customer_id = c.customer_id; DROP TABLE tmpCustomer; END
-->
CREATE TRIGGER ins_film AFTER INSERT ON film FOR EACH ROW BEGIN INSERT INTO film_text (film_id, title, description) VALUES (new.film_id, new.title, new.description); END
-->
CREATE FUNCTION inventory_in_stock(p_inventory_id INT) RETURNS BOOLEAN READS SQL DATA BEGIN DECLARE v_rentals INT; SELECT COUNT(*) INTO v_rentals FROM rental WHERE inventory_id = p_inventory_id; IF v_rentals = 0 THEN RETURN TRUE; END IF; SELECT COUNT(rental_id) INTO v_rentals FROM inventory LEFT JOIN rental USING(inventory_id) WHERE rental.return_date IS NULL; RETURN FALSE; END
-->
INSERT INTO rental(rental_date, inventory_id, customer_id, staff_id) VALUES(NOW(), 10, 3, 1)
--> INSERT d.rental
INSERT INTO payment (customer_id, staff_id, rental_id, amount, payment_date) SELECT customer_id, 1, LAST_INSERT_ID(), get_customer_balance(3, NOW()), NOW() FROM customer WHERE customer_id = 3
--> INSERT d.payment, READ d.customer
SELECT CONCAT(customer.last_name, ', ', customer.first_name) AS customer, address.phone, film.title FROM rental INNER JOIN customer ON rental.customer_id = customer.customer_id INNER JOIN address ON customer.address_id = address.address_id INNER JOIN inventory ON rental.inventory_id = inventory.inventory_id INNER JOIN film ON inventory.film_id = film.film_id WHERE rental.return_date IS NULL AND rental_date + INTERVAL film.rental_duration DAY < CURRENT_DATE() ORDER BY title LIMIT 5
--> READ d.address, READ d.customer, READ d.film, READ d.inventory, READ d.rental
UPDATE film f INNER JOIN film_category fc USING (film_id) SET f.rental_rate = f.rental_rate * 1.1 WHERE fc.category_id = 4
--> UPDATE d.film, READ d.film_category
DELETE fa FROM film_actor fa LEFT JOIN film f ON fa.film_id = f.film_id WHERE f.film_id IS NULL
--> DELETE d.film_actor, READ d.film
WITH RECURSIVE d AS (SELECT MIN(rental_date) AS x FROM rental UNION ALL SELECT x + INTERVAL 1 DAY FROM d WHERE x < (SELECT MAX(rental_date) FROM rental)) SELECT d.x, COUNT(r.rental_id) FROM d LEFT JOIN rental r ON DATE(r.rental_date) = d.x GROUP BY d.x
--> READ d.rental
CALL rewards_report(7, @count)
--> ~READ d.payment@d.rewards_report, ~READ d.customer@d.rewards_report
