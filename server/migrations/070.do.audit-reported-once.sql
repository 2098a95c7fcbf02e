-- Commands that a worker has logged, of the last minutes: of several workers one does.
create table audit_reported (
  audit_id uuid primary key
);
