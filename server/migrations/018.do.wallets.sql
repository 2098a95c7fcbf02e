-- A wallet is a merchant's or a trader's. It is an address of TRON, or an old one that is marked and takes no withdrawal.
alter table wallet rename column merchant_id to owner_id;
alter index wallet_merchant rename to wallet_owner;
alter table wallet
  -- Passes base58check (modules/chain/tron.ts). Judged once: an address never changes.
  add column is_valid boolean,
  -- Before that moment no withdrawal goes there, unless an operator allows it.
  add column usable_at timestamptz,
  -- Which of its owner's fifty places it takes. Null: it is older than the places, and is no address, a repeated one, or
  -- one too many.
  add column place smallint;

-- Base58check as in modules/chain/tron.ts. Of 21 bytes that begin with 0x41 and their 4 of the checksum, base58 always makes
-- 34 characters that begin with T.
create function pg_temp.is_tron_address(p_text text) returns boolean language plpgsql immutable as $$
declare
  v_alphabet constant text := '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
  v_number numeric := 0;
  v_bytes bytea := decode(repeat('00', 25), 'hex');
begin
  if p_text collate "C" !~ '^T[1-9A-HJ-NP-Za-km-z]{33}$' then
    return false;
  end if;
  for i in 1..34 loop
    v_number := v_number * 58 + strpos(v_alphabet, substr(p_text, i, 1)) - 1;
  end loop;
  for i in reverse 24..0 loop
    v_bytes := set_byte(v_bytes, i, (v_number % 256)::integer);
    v_number := div(v_number, 256);
  end loop;
  return v_number = 0 and get_byte(v_bytes, 0) = 65
    and substr(sha256(sha256(substr(v_bytes, 1, 21))), 1, 4) = substr(v_bytes, 22, 4);
end $$;

update wallet set is_valid = pg_temp.is_tron_address(address), usable_at = created_at;
drop function pg_temp.is_tron_address(text);

update wallet set place = n
from (
  select id, row_number() over (partition by owner_id order by id) as n
  from (select distinct on (owner_id, address) id, owner_id from wallet where is_valid order by owner_id, address, id) as first
) as numbered
where numbered.id = wallet.id and n <= 50;

alter table wallet
  alter column is_valid set not null,
  alter column usable_at set not null,
  add constraint wallet_place_range check (place between 1 and 50),
  add constraint wallet_place_valid check (is_valid or place is null),
  add constraint wallet_usable check (usable_at >= created_at),
  add constraint wallet_owner_place unique (owner_id, place),
  -- For what belongs to a wallet and its owner both.
  add constraint wallet_id_owner unique (id, owner_id);
-- An owner has an address once.
create unique index wallet_owner_address on wallet (owner_id, address) where place is not null;
