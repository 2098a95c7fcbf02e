import * as routes from '@kantor/contract/plain/test-routes.ts';
import type * as wire from '@kantor/contract/wire/test-mode.ts';
import type { Wire, WireBody } from '@kantor/contract/wire/call.ts';
import type { Paged } from '@/shared/lib/paged';
import { api, LIST } from './api';
import { ask, askOne, type PageArgs, type RowOf, sendOne } from './ask';

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
    getTestOrders: build.query<Paged<TestOrder>, PageArgs & Filters>({
      query: ask(routes.listTestOrders),
      providesTags: [{ type: 'TestMode', id: LIST }],
    }),
    getTestPayouts: build.query<Paged<TestPayout>, PageArgs & Filters>({
      query: ask(routes.listTestPayouts),
      providesTags: [{ type: 'TestMode', id: LIST }],
    }),
    getTestAppeals: build.query<Paged<TestAppeal>, PageArgs & Filters>({
      query: ask(routes.listTestAppeals),
      providesTags: [{ type: 'TestMode', id: LIST }],
    }),
    getTestOrder: build.query<TestOrderDetail, string>({
      query: askOne(routes.getTestOrder),
      providesTags: (_found, _error, id) => [{ type: 'TestMode', id }],
    }),
    getTestPayout: build.query<TestPayoutDetail, string>({
      query: askOne(routes.getTestPayout),
      providesTags: (_found, _error, id) => [{ type: 'TestMode', id }],
    }),
    getTestAppeal: build.query<TestAppealDetail, string>({
      query: askOne(routes.getTestAppeal),
      providesTags: (_found, _error, id) => [{ type: 'TestMode', id }],
    }),
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

export const { getTestOrders, getTestOrder, getTestPayouts, getTestPayout, getTestAppeals, getTestAppeal } =
  testModeApi.endpoints;
export const { useHappenToTestOrderMutation, useHappenToTestPayoutMutation, useHappenToTestAppealMutation } =
  testModeApi;
