import * as routes from '@kantor/contract/plain/test-routes.ts';
import type * as wire from '@kantor/contract/wire/test-mode.ts';
import type { Wire, WireBody } from '@kantor/contract/wire/call.ts';
import { api } from './api';
import { type PageArgs, type RowOf, sendOne } from './ask';
import { read, readOne } from './reads';

export type TestOrder = RowOf<typeof wire.listTestOrders>;
export type TestPayout = RowOf<typeof wire.listTestPayouts>;
export type TestAppeal = RowOf<typeof wire.listTestAppeals>;

export type TestOrderDetail = Wire<typeof wire.getTestOrder>;
export type TestPayoutDetail = Wire<typeof wire.getTestPayout>;
export type TestAppealDetail = Wire<typeof wire.getTestAppeal>;

/** What a list is asked for besides its page. */
interface Filters {
  external_id?: string;
  order_id?: string;
  status?: string;
}

interface Happening<Body> {
  id: string;
  body: Body;
}

const testModeApi = api.injectEndpoints({
  endpoints: (build) => ({
    happenToTestOrder: build.mutation<null, Happening<WireBody<typeof wire.happenToTestOrder>>>({
      query: sendOne(routes.happenToTestOrder),
      invalidatesTags: ['TestMode'],
    }),
    happenToTestPayout: build.mutation<null, Happening<WireBody<typeof wire.happenToTestPayout>>>({
      query: sendOne(routes.happenToTestPayout),
      invalidatesTags: ['TestMode'],
    }),
    happenToTestAppeal: build.mutation<null, Happening<WireBody<typeof wire.happenToTestAppeal>>>({
      query: sendOne(routes.happenToTestAppeal),
      invalidatesTags: ['TestMode'],
    }),
  }),
});

export const { useHappenToTestOrderMutation, useHappenToTestPayoutMutation, useHappenToTestAppealMutation } =
  testModeApi;

export const getTestOrders = read<typeof wire.listTestOrders, PageArgs & Filters>(routes.listTestOrders, 'TestMode');
export const getTestPayouts = read<typeof wire.listTestPayouts, PageArgs & Filters>(routes.listTestPayouts, 'TestMode');
export const getTestAppeals = read<typeof wire.listTestAppeals, PageArgs & Filters>(routes.listTestAppeals, 'TestMode');
export const getTestOrder = readOne<typeof wire.getTestOrder>(routes.getTestOrder, 'TestMode');
export const getTestPayout = readOne<typeof wire.getTestPayout>(routes.getTestPayout, 'TestMode');
export const getTestAppeal = readOne<typeof wire.getTestAppeal>(routes.getTestAppeal, 'TestMode');
