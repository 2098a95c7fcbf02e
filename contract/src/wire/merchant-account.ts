import { z } from 'zod';
import * as routes from '../plain/merchant-routes.ts';
import { call, id, idParams, timestamp } from './call.ts';
import { happeningsQuery, listed, objectsQuery } from './merchant-lists.ts';
import { bank, getRate, sbpMember } from './info.ts';
import { positiveWholeUsdt, usdt } from './money.ts';
import { OPERATION_TYPES, WITHDRAWAL_OUTCOMES, WITHDRAWAL_STATUSES } from '../plain/statuses.ts';

// Calls of the merchant API about the merchant's money, and what it needs to know beforehand.

export const getMerchantBalance = call({
  ...routes.getMerchantBalance,
  summary: 'Баланс мерчанта',
  description: 'USDT: сколько доступно, сколько удержано и каков долг.',
  ok: 200,
  response: z
    .strictObject({
      balance: usdt.describe('Доступно'),
      held: usdt.describe('Удержано под выводы и выплаты'),
      debt: usdt.describe(
        'Долг: возвращено по закрытым заказам больше, чем было на балансе; гасится из следующих заказов',
      ),
    })
    .meta({ id: 'Balance' }),
});

export const listMerchantOperations = call({
  ...routes.listMerchantOperations,
  summary: 'Движения по балансу, новые сверху',
  description: 'Каждое движение с причиной и тем, из-за чего оно. Движения не меняются.',
  query: happeningsQuery({}),
  ok: 200,
  response: listed(
    z
      .strictObject({
        number: z.number().int().describe('Номер движения: с 1, без пропусков'),
        type: z.enum(OPERATION_TYPES),
        amount_in_usdt: usdt.describe('Без знака'),
        reason: z.string().describe('Причина: order_close, order_reversal, payout_hold, debt_payment, …'),
        object_id: id.describe('Заказ, выплата или вывод'),
        created_at: timestamp,
      })
      .meta({ id: 'Operation' }),
    'OperationList',
  ),
});

export const merchantWithdrawal = z
  .strictObject({
    id,
    status: z.enum(WITHDRAWAL_STATUSES),
    human_status: z.string(),
    outcome: z
      .enum(WITHDRAWAL_OUTCOMES)
      .nullable()
      .describe('Чем закончился закрытый вывод: отправлен только SENT; null, пока открыт'),
    rejected_reason: z.string().nullable().describe('Почему оператор отклонил вывод; null, если не отклонял'),
    amount_in_usdt: usdt,
    wallet: z.string().describe('Адрес TRON'),
    transaction_hash: z.string().nullable().describe('Хеш перевода; null, если не отправлен'),
    created_at: timestamp,
    sending_at: timestamp.nullable().describe('Когда оператор начал отправку: с этого момента вывод не отменить'),
    closed_at: timestamp.nullable(),
  })
  .meta({ id: 'Withdrawal' });

export const listMerchantWithdrawals = call({
  ...routes.listMerchantWithdrawals,
  summary: 'Выводы, новые сверху',
  description: 'Как список заказов: страницы, `cursor`, `updated_since`, отбор по времени и статусам.',
  query: objectsQuery(WITHDRAWAL_STATUSES, {}),
  ok: 200,
  response: listed(merchantWithdrawal, 'WithdrawalList'),
});

export const getMerchantWithdrawal = call({
  ...routes.getMerchantWithdrawal,
  summary: 'Прочитать вывод',
  description: 'Чем он закончился, говорит `outcome`: отправлен только `SENT`.',
  params: idParams,
  ok: 200,
  response: merchantWithdrawal,
});

const NOT_LET = { withdrawals_disabled: 403 };

export const listMerchantWallets = call({
  ...routes.listMerchantWallets,
  summary: 'Кошельки для вывода, новые сверху',
  description: 'Добавляют и удаляют их только в кабинете. Номер кошелька — `wallet_id` в `POST /withdrawals`.',
  ok: 200,
  response: z.array(
    z
      .strictObject({
        id,
        wallet: z.string().describe('Адрес TRON'),
        is_valid: z.boolean().describe('На старый адрес не из сети TRON вывести нельзя'),
        created_at: timestamp,
        usable_at: timestamp.nullable().describe('С какого времени на него можно вывести; null — уже можно'),
      })
      .meta({ id: 'Wallet' }),
  ),
});

export const createMerchantWithdrawal = call({
  ...routes.createMerchantWithdrawal,
  summary: 'Создать вывод',
  description:
    'Сумма сразу удерживается с баланса, отправляет её оператор. Нужны право `withdrawals` и включённый владельцем «Вывод по API»; кошелёк — из уже добавленных, 404 — такого у вас нет.',
  body: z
    .strictObject({
      amount_in_usdt: positiveWholeUsdt.describe('Целое число USDT'),
      wallet_id: id.describe('Кошелёк: `id` из `GET /wallets`'),
    })
    .meta({ id: 'CreateWithdrawal' }),
  ok: 201,
  response: merchantWithdrawal,
  refusals: { ...NOT_LET, not_found: 404, wallet_waits: 409, insufficient_funds: 409, debt: 409 },
});

export const cancelMerchantWithdrawal = call({
  ...routes.cancelMerchantWithdrawal,
  summary: 'Отменить вывод, пока оператор его не отправляет',
  description: 'Пока вывод `OPEN` и `sending_at` пуст: USDT вернутся на баланс. Можно отменить и созданный в кабинете.',
  params: idParams,
  ok: 200,
  response: merchantWithdrawal,
  refusals: { ...NOT_LET, withdrawal_status: 409, withdrawal_sending: 409 },
});

export const getMerchantRate = call({
  ...routes.getMerchantRate,
  summary: 'Текущий курс: рублей за 1 USDT',
  description: 'По нему создаются новые заказы и выплаты; `is_stale` — устарел, и они не создаются.',
  ok: 200,
  response: getRate.response.meta({ id: 'Rate' }),
  refusals: { no_rate: 409 },
});

export const listMerchantBanks = call({
  ...routes.listMerchantBanks,
  summary: 'Банки, которые можно назвать в заказе',
  description: 'Номер банка — `bank` в `POST /orders`.',
  ok: 200,
  response: z.array(bank),
});

export const listSbpMembers = call({
  ...routes.listSbpMembers,
  summary: 'Участники СБП: банки, которые можно назвать в выплате',
  description: 'Идентификатор — `recipient_bank` в `POST /payouts`.',
  ok: 200,
  response: z.array(sbpMember),
});
