-- The age beyond which a job is late, as its process knows it: who looks from outside judges by the same. Null: told by an earlier
-- version.
alter table job_seen add column late_after_ms integer check (late_after_ms > 0);
