import * as routes from '@kantor/contract/plain/test-routes.ts';
import type * as wire from '@kantor/contract/wire/test-mode.ts';
import type { WireBody } from '@kantor/contract/wire/call.ts';
import type { Paged } from '@/shared/lib/paged';
import { api } from './api';
import { ask, type PageArgs, type RowOf, sendOne } from './ask';

export type TestOrder = RowOf<typeof wire.listTestOrders>;
export type TestPayout = RowOf<typeof wire.listTestPayouts>;
export type TestAppeal = RowOf<typeof wire.listTestAppeals>;

interface Happening<Body> {
  id: string;
  body: Body;
}

const testModeApi = api.injectEndpoints({
  endpoints: (build) => ({
    getTestOrders: build.query<Paged<TestOrder>, PageArgs>({
      query: ask(routes.listTestOrders),
      providesTags: ['TestMode'],
    }),
    getTestPayouts: build.query<Paged<TestPayout>, PageArgs>({
      query: ask(routes.listTestPayouts),
      providesTags: ['TestMode'],
    }),
    getTestAppeals: build.query<Paged<TestAppeal>, PageArgs>({
      query: ask(routes.listTestAppeals),
      providesTags: ['TestMode'],
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

export const { getTestOrders, getTestPayouts, getTestAppeals } = testModeApi.endpoints;
export const { useHappenToTestOrderMutation, useHappenToTestPayoutMutation, useHappenToTestAppealMutation } =
  testModeApi;
