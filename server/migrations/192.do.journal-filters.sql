-- A merchant's deliveries that did not arrive, and the requests of one key or of one call: filters of the journals.
create index webhook_not_delivered on webhook (merchant_id, merchant_seq) where status <> 'DELIVERED';
create index api_request_by_key on api_request (merchant_id, api_key_id, id);
create index api_request_by_call on api_request (merchant_id, method, route, id);
