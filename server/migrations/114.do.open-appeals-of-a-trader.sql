-- What asks for a trader's hand is asked for with every change of it: not of all the appeals that they ever had.
create index appeal_open_of_trader on appeal (trader_id) where status = 'OPEN';
