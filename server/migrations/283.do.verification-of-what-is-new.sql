-- A night's run may look at what was made since a moment alone (decision 138); null: at everything.
alter table verification_run add column since timestamptz, add column started_at timestamptz;
