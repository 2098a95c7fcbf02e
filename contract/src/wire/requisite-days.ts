import { z } from 'zod';
import * as routes from '../plain/day-routes.ts';
import { call, id, timestamp } from './call.ts';
import { rub } from './money.ts';

/** Of orders issued since midnight in Moscow, as they stand now; the sum that a requisite's page tells is by the moment of closing. */
export const listRequisiteDays = call({
  ...routes.listRequisiteDays,
  summary: 'Что сегодня принёс каждый реквизит трейдера',
  ok: 200,
  response: z.array(
    z.strictObject({
      id,
      /** Closed, and of how much together. */
      closed: z.number().int(),
      amount: rub,
      /** Closed, expired and cancelled: conversion is the closed of these. */
      ended: z.number().int(),
      /** When the last order of all was issued; null when there was none. */
      last_order_at: timestamp.nullable(),
    }),
  ),
});
