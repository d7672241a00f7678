SELECT option_name, option_value FROM wp_options WHERE autoload = 'yes'
--> READ d.wp_options
SELECT SQL_CALC_FOUND_ROWS  wp_posts.ID FROM wp_posts  WHERE 1=1  AND wp_posts.post_type = 'post' AND ((wp_posts.post_status = 'publish'))  ORDER BY wp_posts.post_date DESC LIMIT 0, 10
--> READ d.wp_posts
SELECT FOUND_ROWS()
-->
SELECT t.*, tt.*, tr.object_id FROM wp_terms AS t INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id INNER JOIN wp_term_relationships AS tr ON tr.term_taxonomy_id = tt.term_taxonomy_id WHERE tt.taxonomy IN ('category', 'post_tag', 'post_format') AND tr.object_id IN (1) ORDER BY t.name ASC
--> READ d.wp_term_relationships, READ d.wp_term_taxonomy, READ d.wp_terms
INSERT INTO `wp_options` (`option_name`, `option_value`, `autoload`) VALUES ('_transient_x', 'a:1:{s:4:\"from\";s:5:\"where\";}', 'no') ON DUPLICATE KEY UPDATE `option_name` = VALUES(`option_name`), `option_value` = VALUES(`option_value`), `autoload` = VALUES(`autoload`)
--> INSERT d.wp_options, UPDATE d.wp_options
UPDATE `wp_posts` SET `post_content` = '<p>It\'s a \"DROP TABLE x; --\" joke</p>\r\n161120 10:00:00	5 Query	SELECT 1', `post_modified` = '2024-01-01 00:00:00' WHERE `ID` = 12
--> UPDATE d.wp_posts
DELETE a, b FROM wp_options a, wp_options b WHERE a.option_name LIKE '\_transient\_%' AND a.option_name NOT LIKE '\_transient\_timeout\_%' AND b.option_name = CONCAT('_transient_timeout_', SUBSTRING(a.option_name, 12)) AND b.option_value < 1700000000
--> DELETE d.wp_options
SELECT umeta_id FROM wp_usermeta WHERE meta_key = 'wp_capabilities' AND user_id = 1
--> READ d.wp_usermeta
INSERT INTO `wp_users` (`user_login`, `user_pass`, `user_email`) VALUES ('bob', '$P$BXYZ', 'bob@example.org')
--> INSERT d.wp_users
SELECT post_id, meta_key, meta_value FROM wp_postmeta WHERE post_id IN (1,2,3,4,5) ORDER BY meta_id ASC
--> READ d.wp_postmeta
SELECT wp_comments.comment_ID FROM wp_comments  WHERE ( ( comment_approved = '1' ) OR ( user_id = 1 AND comment_approved = '0' ) ) AND comment_post_ID = 1 AND comment_parent = 0  ORDER BY wp_comments.comment_date_gmt ASC
--> READ d.wp_comments
SHOW FULL COLUMNS FROM `wp_options`
-->
SET SESSION sql_mode='NO_AUTO_VALUE_ON_ZERO'
-->
SELECT YEAR(post_date) AS `year`, MONTH(post_date) AS `month`, count(ID) as posts FROM wp_posts  WHERE post_type = 'post' GROUP BY YEAR(post_date), MONTH(post_date) ORDER BY post_date DESC
--> READ d.wp_posts
SELECT p.ID FROM wp_posts AS p  WHERE p.post_date < '2024-01-01' AND NOT EXISTS (SELECT 1 FROM wp_term_relationships tr JOIN wp_term_taxonomy tt ON tr.term_taxonomy_id = tt.term_taxonomy_id WHERE tr.object_id = p.ID AND tt.term_id IN (5)) ORDER BY p.post_date DESC LIMIT 1
--> READ d.wp_posts, READ d.wp_term_relationships, READ d.wp_term_taxonomy
