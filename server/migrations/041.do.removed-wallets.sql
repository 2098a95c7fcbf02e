-- An owner removes a wallet. Its row stays, as withdrawals that went there show it; its place and its address are free again.
alter table wallet
  add column removed_at timestamptz,
  add constraint wallet_removed check (removed_at is null or (place is null and removed_at >= created_at));
