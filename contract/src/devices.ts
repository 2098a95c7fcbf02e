import { z } from 'zod';
import { call, id, idParams, page, pageQuery, timestamp } from './call.ts';
import { usdt } from './money.ts';

const cabinetName = z.strictObject({ device_name: z.string() });

export const listPings = call({
  method: 'GET',
  path: '/devicenotificationpings/',
  summary: 'Пинги телефонов, новые сверху',
  roles: ['trader'],
  query: pageQuery(10),
  ok: 200,
  response: page(z.strictObject({ id, cabinet: cabinetName, text: z.string(), created_at: timestamp })),
});

const notification = z.strictObject({
  id,
  phone: z.string(),
  application: z.string(),
  text: z.string(),
  created_at: timestamp,
  /** The order that it paid or belongs to. */
  order: id.nullable(),
  cabinet: cabinetName,
});

export const listNotifications = call({
  method: 'GET',
  path: '/devicenotifications/',
  summary: 'Сообщения банков, новые сверху',
  roles: ['trader'],
  query: pageQuery(10),
  ok: 200,
  response: page(notification),
});

export const getNotification = call({
  method: 'GET',
  path: '/devicenotifications/:id/',
  summary: 'Сообщение банка',
  roles: ['trader'],
  params: idParams,
  ok: 200,
  /** `plain_request`: what the phone sent, as it was. */
  response: notification.extend({ plain_request: z.string() }),
});

const transaction = z.strictObject({
  id,
  tx_hash: z.string(),
  amount: usdt,
  block_number: z.number().int(),
  timestamp,
});

export const listTransactions = call({
  method: 'GET',
  path: '/accountwallettransactions/',
  summary: 'Поступления USDT на кошелёк трейдера, новые сверху',
  roles: ['trader'],
  query: pageQuery(10),
  ok: 200,
  response: page(transaction),
});

export const getTransaction = call({
  method: 'GET',
  path: '/accountwallettransactions/:id/',
  summary: 'Поступление USDT',
  roles: ['trader'],
  params: idParams,
  ok: 200,
  /** `raw_data`: the transaction as the chain has it, as JSON text. */
  response: transaction.extend({ raw_data: z.string() }),
});
