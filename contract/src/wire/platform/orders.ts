import { z } from 'zod';
import * as routes from '../../plain/platform-routes.ts';
import { PLATFORM_ORDER_FILTERS } from '../../plain/statuses.ts';
import { call, id, idParams, pageQuery } from '../call.ts';
import { rub } from '../money.ts';
import { orderDetail, orderFilters as filters, orderRow, orderTotals, shopData } from '../orders.ts';
import { account, inspected, platformFilters, platformPage } from './objects.ts';

const owners = {
  trader: account,
  merchant: account,
  /** The merchant's own number. */
  external_id: z.string(),
};

export const platformOrderRow = orderRow.extend(owners);

/** An order as its owners see it, and whose it is. */
export const anyOrder = orderDetail.extend({
  ...owners,
  ...shopData,
  /** Whom the payer was to pay, as they were shown it. */
  payee: z.strictObject({
    requisite: z.uuid(),
    fio: z.string(),
    phone: z.string(),
    bank_account: z.string(),
  }),
});

export const platformOrderDetail = inspected(anyOrder);

const narrowing = {
  ...filters,
  /** Both at once, where `account` is either. */
  trader: id.optional(),
  merchant: id.optional(),
  min: rub.optional(),
  max: rub.optional(),
};

const orderFilters = {
  status: z.enum(PLATFORM_ORDER_FILTERS).default('ALL'),
  ...narrowing,
  /**
   * In `search`: the beginning of an id, a short name, a merchant's own number, an exact sum, or a part of what payers were shown:
   * bank, holder, phone, account, last four digits.
   */
};

export const listPlatformOrders = call({
  ...routes.listPlatformOrders,
  summary: 'Заказы всех кабинетов, новые сверху',
  query: pageQuery(30, { ...platformFilters, ...orderFilters }),
  ok: 200,
  response: platformPage(platformOrderRow),
});

const { before: _before, ...totalled } = platformFilters;

/** As for an owner's list: of filters and texts, of the newest ten thousand that an index leads to. */
export const getPlatformOrderTotals = call({
  ...routes.getPlatformOrderTotals,
  summary: 'Сколько заказов всех кабинетов в каждом статусе и на какую сумму',
  query: z.strictObject({ ...totalled, ...narrowing }),
  ok: 200,
  response: orderTotals,
});

export const getPlatformOrder = call({
  ...routes.getPlatformOrder,
  summary: 'Заказ глазами его трейдера и магазина, с проводками и журналом',
  params: idParams,
  ok: 200,
  response: platformOrderDetail,
});

export const revealPlatformOrder = call({
  ...routes.revealPlatformOrder,
  summary: 'Заказ без точек в номерах; просмотр остаётся в журнале',
  params: idParams,
  ok: 200,
  response: platformOrderDetail,
});
