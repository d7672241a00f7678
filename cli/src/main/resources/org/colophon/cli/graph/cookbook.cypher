// == made-by
// What made this file?
// file=/lab/tally/report.txt
MATCH (:Object {name: $file})-[w:WAS_GENERATED_BY]->(p:Process)
RETURN p.command AS command, p.directory AS directory, w.firstTime AS at, w.bytes AS bytes, w.count AS writes
ORDER BY w.firstLsn DESC

// == origins
// What did it come from, all the way?
// file=/lab/tally/tally
CALL colophon.ancestors($file, {dataOnly: true, code: false}) YIELD node, depth
WHERE node:File
RETURN node.name AS name, min(depth) AS steps
ORDER BY steps, name

// == sources
// Which of my sources went into it?
// file=/lab/tally/tally
// directory=/lab/tally/
CALL colophon.ancestors($file, {dataOnly: true, code: false}) YIELD node
WHERE node:File AND node.name STARTS WITH $directory AND NOT EXISTS { (node)-[:WAS_GENERATED_BY]->() }
RETURN DISTINCT node.name AS source
ORDER BY source

// == code
// Which programs and libraries were executed to make it?
// file=/lab/tally/report.txt
MATCH (:Object {name: $file})-[:WAS_GENERATED_BY]->(:Process)-[:USED {role: 'code'}]->(c:Object)
RETURN DISTINCT c.name AS code
ORDER BY code

// == user
// For whom was it made?
// file=/lab/tally/report.txt
MATCH (:Object {name: $file})-[:WAS_GENERATED_BY]->(p:Process)
RETURN p.command AS command, p.startTime AS started, colophon.agent(p).label AS agent
ORDER BY p.firstLsn

// == shared
// Which inputs do these two results share?
// one=/lab/tally/build/main.o
// other=/lab/tally/build/tally.o
// directory=/lab/tally/
CALL colophon.ancestors($one, {dataOnly: true, code: false}) YIELD node
WITH collect(DISTINCT node) AS inputs
CALL colophon.ancestors($other, {dataOnly: true, code: false}) YIELD node
WITH DISTINCT node, inputs
WHERE node IN inputs AND node:File AND node.name STARTS WITH $directory
RETURN node.name AS shared
ORDER BY shared

// == common
// What do two results have in common that have no input in common?
// one=/lab/desk/unique.txt
// other=/lab/desk/reversed.txt
CALL colophon.ancestors($one) YIELD node
WITH collect(DISTINCT node) AS behind
CALL colophon.ancestors($other) YIELD node, lsn
WITH DISTINCT node, lsn, behind
WHERE node:Process AND node IN behind
RETURN node.command AS command, lsn
ORDER BY lsn DESC

// == why
// Why is this an ancestor of that?
// effect=/lab/tally/report.txt
// cause=/lab/tally/data/stopwords.txt
CALL colophon.why($effect, $cause, {dataOnly: true}) YIELD path
UNWIND nodes(path) AS node
RETURN labels(node) AS kind, coalesce(node.command, node.name, node.label) AS what

// == between
// How did these inputs get into these results?
// input=/lab/tally/data/stopwords.txt
// result=/lab/tally/report.txt
CALL colophon.between([$input], [$result], {dataOnly: true}) YIELD effect, relationship, cause
RETURN coalesce(effect.command, effect.name, effect.label) AS effect, type(relationship) AS how,
  coalesce(cause.command, cause.name, cause.label) AS cause

// == gaps
// Is the record of this file complete?
// file=/robot/out
CALL colophon.ancestors($file) YIELD node, relationship, lsn
WITH collect(node) AS nodes, min(coalesce(relationship.firstLsn, lsn)) AS since, max(lsn) AS until
MATCH (g:Gap)
OPTIONAL MATCH (g)-[:CONCERNS]->(p:Process)
WITH g, p, nodes, since, until
WHERE p IN nodes OR p IS NULL AND g.lsn >= since AND g.lsn <= until
RETURN g.cause AS cause, g.count AS losses, p.command AS process

// == reached
// What did this input reach?
// file=/lab/tally/data/stopwords.txt
CALL colophon.descendants($file, {dataOnly: true}) YIELD node, lsn
WHERE node:File AND colophon.names(node) <> []
RETURN node.name AS name, min(lsn) AS reached
ORDER BY reached

// == readers
// Who read this secret, and what did they write afterwards?
// secret=/lab/desk/secret.txt
MATCH (:Object {name: $secret})<-[r:USED]-(p:Process)
OPTIONAL MATCH (p)<-[w:WAS_GENERATED_BY]-(o:Object)
WHERE coalesce(w.lastLsn >= r.firstLsn, true)
WITH r, p, collect(coalesce(o.name, o.label)) AS wroteAfterwards
RETURN p.command AS reader, r.firstTime AS began, wroteAfterwards
ORDER BY r.firstLsn

// == spread
// And where is the secret now?
// secret=/lab/desk/secret.txt
CALL colophon.descendants($secret, {dataOnly: true}) YIELD node, lsn
WHERE node:Object
RETURN coalesce(node.name, node.label) AS name, min(lsn) AS since
ORDER BY since

// == rerun
// What must I run again if this input is wrong, and in which order?
// input=/lab/tally/data/stopwords.txt
// since=first
CALL colophon.descendants($input, {dataOnly: true}) YIELD node, lsn
WITH node, min(lsn) AS reached
WHERE node:Process AND reached > colophon.lsn($since) AND EXISTS { (node)<-[:WAS_GENERATED_BY]-() }
RETURN node.command AS command, node.directory AS directory
ORDER BY reached

// == changed
// What changed between two runs of this build?
// from=first
// to=second
// directory=/lab/tally/
WITH colophon.lsn($from) AS from, colophon.lsn($to) AS to
MATCH (f:Object&File)-[w:WAS_GENERATED_BY]->(p:Process)
WHERE f.name STARTS WITH $directory AND w.firstLsn > from AND w.firstLsn <= to AND colophon.names(f, to) <> []
RETURN f.name AS file, collect(DISTINCT p.executable) AS writers, sum(w.bytes) AS bytes
ORDER BY file

// == once
// Which commands of the build ran only once?
// makefile=/lab/tally/Makefile
// from=first
// to=second
WITH colophon.lsn($from) AS from, colophon.lsn($to) AS to
MATCH (:Object {name: $makefile})<-[:USED]-(:Process)<-[:WAS_INFORMED_BY {kind: 'FORK'}]-()<-[x:WAS_INFORMED_BY {kind: 'EXEC'}]-(p:Process)
WHERE x.lsn <= to
WITH p.command AS command, collect(x.lsn <= from) AS runs
WHERE NOT (true IN runs AND false IN runs)
RETURN command, CASE WHEN true IN runs THEN 'first' ELSE 'second' END AS run
ORDER BY command

// == at
// What was at this path as of a snapshot, and who had written it?
// path=/lab/tally/report.txt
// when=first
WITH colophon.object($path, $when) AS o, colophon.lsn($when) AS at
OPTIONAL MATCH (o)-[w:WAS_GENERATED_BY]->(p:Process)
WHERE w.firstLsn <= at AND coalesce(w.lastLsn >= colophon.version(o, at).beginLsn, true)
RETURN o.id AS object, colophon.version(o, at).number AS version, p.command AS writer, w.bytes AS bytes

// == versions
// Which versions did this file have, and who cut them off?
// file=/lab/tally/build/stopwords.c
MATCH (v:Version)-[:SPECIALIZATION_OF]->(:Object {name: $file})
OPTIONAL MATCH (v)-[:CUT_BY]->(p:Process)
RETURN v.number AS version, v.time AS began, p.command AS cutBy
ORDER BY v.lsn

// == names
// Which names did this file ever have?
// file=/lab/desk/final/plan.txt
MATCH (f:Object {name: $file})
MATCH path = (:NameRoot)-[:BELOW*]->(:Name)-[:NAMES]->(f)
WITH relationships(path) AS parts
WITH [r IN parts WHERE r:BELOW | r.segment] AS segments,
  reduce(from = 0, r IN parts | CASE WHEN r.fromLsn > from THEN r.fromLsn ELSE from END) AS from,
  reduce(to = null, r IN parts | CASE WHEN to IS NULL OR r.toLsn < to THEN r.toLsn ELSE to END) AS to
WHERE to IS NULL OR from < to
RETURN reduce(name = '', segment IN tail(segments) | name + '/' + segment) AS name, from, to, colophon.time(from) AS since
ORDER BY from

// == inputs
// Which files were read here, but never written?
// directory=/lab/tally/
MATCH (f:Object&File)
WHERE f.name STARTS WITH $directory AND EXISTS { (f)<-[:USED]-() } AND NOT EXISTS { (f)-[:WAS_GENERATED_BY]->() }
RETURN f.name AS input
ORDER BY input

// == products
// Which files were written, but never read?
// directory=/lab/
MATCH (f:Object&File)
WHERE f.name STARTS WITH $directory AND EXISTS { (f)-[:WAS_GENERATED_BY]->() } AND NOT EXISTS { (f)<-[:USED]-() }
  AND colophon.names(f) <> []
RETURN f.name AS product
ORDER BY product

// == temporary
// Which files were temporary?
// directory=/lab/desk/
MATCH (p:Process)<-[:WAS_GENERATED_BY]-(f:Object&File)<-[:USED]-(q:Process)
WHERE f.name STARTS WITH $directory AND colophon.names(colophon.object(f.name)) = []
RETURN f.name AS file, collect(DISTINCT p.command) AS writers, collect(DISTINCT q.command) AS readers
ORDER BY file

// == writers
// Who wrote most?
// directory=/lab/desk/
MATCH (f:Object&File)-[w:WAS_GENERATED_BY]->(p:Process)
WHERE f.name STARTS WITH $directory
RETURN p.command AS command, sum(w.bytes) AS bytes, count(DISTINCT f) AS files
ORDER BY bytes DESC, command LIMIT 10

// == started
// What did this script or makefile start?
// script=/lab/desk/desk.sh
MATCH (:Object {name: $script})<-[:USED {role: 'data'}]-(root:Process)
MATCH (root) (()<-[s:WAS_INFORMED_BY WHERE s.kind IN ['FORK', 'EXEC']]-())+ (p:Process)
WHERE p.exitStatus <> -1
RETURN size([each IN s WHERE each.kind = 'FORK']) AS level, p.command AS command, p.exitStatus AS status
ORDER BY p.firstLsn

// == failed
// Which commands failed, and what had they written?
MATCH (p:Process)
WHERE p.exitStatus > 0
OPTIONAL MATCH (f:File)-[:WAS_GENERATED_BY]->(p)
WITH p, collect(DISTINCT f.name) AS written
RETURN p.command AS command, p.exitStatus AS status, p.endTime AS ended, written
ORDER BY ended

// == pipes
// Which programs talked through pipes?
MATCH (writer:Process)<-[w:WAS_GENERATED_BY]-(pipe:Pipe)<-[r:USED]-(reader:Process)
WHERE coalesce(r.lastLsn >= w.firstLsn, true)
RETURN writer.command AS writer, reader.command AS reader, w.bytes AS bytes
ORDER BY w.firstLsn
