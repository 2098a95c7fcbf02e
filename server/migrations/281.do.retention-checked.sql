-- Beside readers and writers.
alter table notification validate constraint notification_forgotten;
