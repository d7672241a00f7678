CREATE TABLE IF NOT EXISTS process (
  id BIGINT PRIMARY KEY,
  pid BIGINT,
  executable VARCHAR(620) NOT NULL,
  command VARCHAR(620) NOT NULL,
  directory VARCHAR(620) NOT NULL,
  start_nanos BIGINT,
  declared_lsn BIGINT NOT NULL,
  end_lsn BIGINT,
  end_nanos BIGINT,
  exit_status BIGINT,
  identity ${bytes} NOT NULL,
  identity_hash BIGINT,
  executable_bytes ${bytes} NOT NULL,
  arguments_bytes ${bytes} NOT NULL,
  directory_bytes ${bytes} NOT NULL);
CREATE INDEX IF NOT EXISTS process_pid ON process (pid, id);
CREATE INDEX IF NOT EXISTS process_identity ON process (identity_hash);
CREATE INDEX IF NOT EXISTS process_executable ON process (executable);

CREATE TABLE IF NOT EXISTS object (
  id BIGINT PRIMARY KEY,
  kind VARCHAR(20) NOT NULL,
  name VARCHAR(620),
  label VARCHAR(620) NOT NULL,
  declared_lsn BIGINT NOT NULL,
  identity ${bytes} NOT NULL,
  identity_hash BIGINT,
  label_bytes ${bytes} NOT NULL);
CREATE INDEX IF NOT EXISTS object_identity ON object (identity_hash);
CREATE INDEX IF NOT EXISTS object_name ON object (name);

CREATE TABLE IF NOT EXISTS former_identity (
  of_kind VARCHAR(10) NOT NULL,
  id BIGINT NOT NULL,
  identity ${bytes} NOT NULL,
  identity_hash BIGINT NOT NULL);
CREATE INDEX IF NOT EXISTS former_identity_hash ON former_identity (identity_hash);

CREATE TABLE IF NOT EXISTS access (
  process BIGINT NOT NULL,
  object BIGINT NOT NULL,
  mode VARCHAR(10) NOT NULL,
  first_lsn BIGINT NOT NULL,
  last_lsn BIGINT,
  operations BIGINT NOT NULL,
  bytes BIGINT NOT NULL,
  first_nanos BIGINT,
  last_nanos BIGINT,
  first_operation VARCHAR(20) NOT NULL,
  first_bytes BIGINT NOT NULL,
  PRIMARY KEY (process, object, mode, first_lsn));
CREATE INDEX IF NOT EXISTS access_object ON access (object, mode, first_lsn);

CREATE TABLE IF NOT EXISTS link (
  record_no BIGINT PRIMARY KEY,
  effect BIGINT NOT NULL,
  cause BIGINT NOT NULL,
  kind VARCHAR(20) NOT NULL,
  lsn BIGINT NOT NULL,
  time_nanos BIGINT);
CREATE INDEX IF NOT EXISTS link_effect ON link (effect);
CREATE INDEX IF NOT EXISTS link_cause ON link (cause);

CREATE TABLE IF NOT EXISTS derivation (
  record_no BIGINT PRIMARY KEY,
  effect BIGINT NOT NULL,
  cause BIGINT NOT NULL,
  process BIGINT,
  lsn BIGINT NOT NULL,
  time_nanos BIGINT);
CREATE INDEX IF NOT EXISTS derivation_effect ON derivation (effect);
CREATE INDEX IF NOT EXISTS derivation_cause ON derivation (cause);

CREATE TABLE IF NOT EXISTS cut (
  record_no BIGINT PRIMARY KEY,
  object BIGINT NOT NULL,
  process BIGINT,
  begin_lsn BIGINT NOT NULL,
  end_lsn BIGINT NOT NULL,
  time_nanos BIGINT);
CREATE INDEX IF NOT EXISTS cut_object ON cut (object, record_no);

CREATE TABLE IF NOT EXISTS name_event (
  record_no BIGINT NOT NULL,
  half BIGINT NOT NULL,
  lsn BIGINT NOT NULL,
  time_nanos BIGINT,
  process BIGINT,
  object BIGINT,
  kind VARCHAR(20) NOT NULL,
  path VARCHAR(620) NOT NULL,
  other VARCHAR(620),
  below BOOLEAN NOT NULL,
  path_bytes ${bytes} NOT NULL,
  other_bytes ${bytes},
  path_hash BIGINT NOT NULL,
  path_head ${head} NOT NULL,
  PRIMARY KEY (record_no, half));
CREATE INDEX IF NOT EXISTS name_event_path ON name_event (path);
CREATE INDEX IF NOT EXISTS name_event_hash ON name_event (path_hash, below, record_no);
CREATE INDEX IF NOT EXISTS name_event_head ON name_event (path_head);
CREATE INDEX IF NOT EXISTS name_event_object ON name_event (object, record_no);
CREATE INDEX IF NOT EXISTS name_event_lsn ON name_event (lsn, record_no);

CREATE TABLE IF NOT EXISTS extended_record (
  record_no BIGINT PRIMARY KEY,
  lsn BIGINT NOT NULL,
  process BIGINT,
  object BIGINT,
  type VARCHAR(620) NOT NULL,
  type_bytes ${bytes} NOT NULL,
  data ${bytes} NOT NULL);
CREATE INDEX IF NOT EXISTS extended_record_process ON extended_record (process, record_no);
CREATE INDEX IF NOT EXISTS extended_record_object ON extended_record (object, record_no);

CREATE TABLE IF NOT EXISTS snapshot (
  record_no BIGINT PRIMARY KEY,
  name VARCHAR(620) NOT NULL,
  name_bytes ${bytes} NOT NULL,
  lsn BIGINT NOT NULL,
  time_nanos BIGINT);

CREATE TABLE IF NOT EXISTS gap (
  record_no BIGINT PRIMARY KEY,
  process BIGINT,
  cause VARCHAR(20) NOT NULL,
  amount BIGINT NOT NULL,
  lsn BIGINT NOT NULL);

CREATE TABLE IF NOT EXISTS moment (
  record_no BIGINT PRIMARY KEY,
  first_lsn BIGINT NOT NULL,
  last_lsn BIGINT NOT NULL,
  millis BIGINT NOT NULL);
CREATE INDEX IF NOT EXISTS moment_lsn ON moment (first_lsn, record_no);

CREATE TABLE IF NOT EXISTS held (
  format BIGINT NOT NULL,
  store VARCHAR(40) NOT NULL,
  held_lsn BIGINT NOT NULL,
  records BIGINT NOT NULL,
  operations BIGINT NOT NULL);
