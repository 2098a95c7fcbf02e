-- Deposits from the chain: the address each trader has, how far the chain is read, and what is seen but not final yet.

-- An account-level extended public key (BIP-32) that addresses are derived from. Its private half is never here.
create table deposit_key (
  xpub       text primary key,
  -- Addresses are given without a gap, so that any wallet with the private half finds them all.
  next_index integer not null check (next_index > 0)
);

-- Where a trader sends USDT; users.wallet is a copy.
create table deposit_address (
  address   text primary key,
  trader_id uuid not null unique references users,
  xpub      text not null references deposit_key,
  -- The last part of the path m/44'/195'/0'/0/index.
  index     integer not null check (index >= 0),
  unique (xpub, index)
);

-- A block up to which everything is credited for good: no more than one row. Whoever reads the chain holds its lease.
create table chain_cursor (
  singleton    boolean primary key default true check (singleton),
  -- The hash of the network's first block: another network is never read on.
  genesis      text not null check (genesis ~ '^[0-9a-f]{64}$'),
  block_number bigint not null check (block_number >= 0),
  block_hash   text not null check (block_hash ~ '^[0-9a-f]{64}$'),
  -- When that block was made.
  block_at     timestamptz not null,
  lease_owner  uuid,
  lease_until  timestamptz not null default '-infinity'
);

-- The blocks after the cursor that have been read: a chain without a gap, of which a reorganisation may replace the end.
create table chain_block (
  number      bigint primary key,
  hash        text not null unique check (hash ~ '^[0-9a-f]{64}$'),
  parent_hash text not null unique check (parent_hash ~ '^[0-9a-f]{64}$'),
  made_at     timestamptz not null
);

-- Transfers to traders in those blocks. They move no money; credited ones keep their id in chain_deposit.
create table chain_pending (
  id           uuid primary key,
  trader_id    uuid not null references users,
  tx_hash      text not null check (tx_hash ~ '^[0-9a-f]{64}$'),
  log_index    integer not null check (log_index >= 0),
  -- Micro-USDT.
  amount       bigint not null check (amount > 0),
  -- No cascade: a block goes only after what becomes of its transfers is decided.
  block_number bigint not null references chain_block,
  raw_data     text not null,
  unique (tx_hash, log_index)
);
create index chain_pending_trader on chain_pending (trader_id, block_number);
create index chain_pending_block on chain_pending (block_number);

-- The cause of the operator's posting by hand that had credited it before the chain was read so far; null: a posting of its own.
alter table chain_deposit add column by_hand uuid;
create index chain_deposit_by_hand on chain_deposit (by_hand) where by_hand is not null;
