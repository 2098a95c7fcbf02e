-- Outside of a transaction: events are written all the time. Old ones are found in their order, by `outbox_position`, which every
-- reader goes by; an index of their ages was an entry for every event, and asked once an hour.
drop index concurrently if exists outbox_age;
