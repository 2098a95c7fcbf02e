-- From which networks a user has signed in: the wrong passwords of other networks are counted apart from theirs.

create table known_network (
  user_id uuid not null references users,
  -- An IPv4 address's /24, an IPv6 address's /56.
  network text not null check (length(network) between 1 and 60),
  seen_at timestamptz not null,
  primary key (user_id, network)
);
create index known_network_seen on known_network (seen_at);
