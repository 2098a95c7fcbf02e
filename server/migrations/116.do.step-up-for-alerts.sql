-- A chat that is alerted outlives the session: it is linked by whoever proves themselves anew.
alter table step_up
  drop constraint step_up_purpose_check,
  add constraint step_up_purpose_check check (purpose in ('keys', 'phones', 'wallets', 'withdrawals', 'payouts', 'webhooks',
    'requisites', 'members', 'alerts', 'password'));
