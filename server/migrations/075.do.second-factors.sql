-- What a person shows besides the password when they sign in.

-- An authenticator application (RFC 6238).
create table totp (
  person_id  uuid primary key references person,
  -- The secret, sealed with a key of the server's: not to be read from a dump.
  sealed     bytea not null check (length(sealed) = 48),
  -- Half-minutes since 1970: of the last code that was taken. No code of it or before it is taken again.
  last_step  bigint not null check (last_step > 0),
  created_at timestamptz not null
);

-- Codes kept for the loss of the other factors. Only hashes, which take a key of the server's.
create table recovery_code (
  person_id uuid not null references person,
  hash      bytea not null check (length(hash) = 32),
  used_at   timestamptz,
  primary key (person_id, hash)
);

create table passkey (
  id            uuid primary key,
  person_id     uuid not null references person,
  name          text not null check (length(name) between 1 and 100),
  -- WebAuthn's: base64url, and a public key in COSE.
  credential_id text not null unique check (length(credential_id) between 1 and 1400),
  public_key    bytea not null check (length(public_key) between 16 and 4096),
  -- How often it has signed, as it says itself; some always say 0.
  counter       bigint not null check (counter >= 0),
  transports    text[] not null,
  created_at    timestamptz not null,
  last_used_at  timestamptz
);
create index passkey_of_person on passkey (person_id, created_at);

-- What a passkey is asked to sign. It is deleted when an answer comes, whatever the answer.
create table passkey_challenge (
  id         uuid primary key,
  person_id  uuid not null references person,
  purpose    text not null check (purpose in ('add', 'sign_in', 'step_up')),
  challenge  text not null check (length(challenge) between 20 and 200),
  expires_at timestamptz not null
);
create index passkey_challenge_expires on passkey_challenge (expires_at);
