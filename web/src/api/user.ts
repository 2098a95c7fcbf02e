import type { Right } from '@kantor/contract/plain/rights.ts';
import * as routes from '@kantor/contract/plain/routes.ts';
import type * as wire from '@kantor/contract/wire/auth.ts';
import type { Wire, WireBody } from '@kantor/contract/wire/call.ts';
import { api, listed } from './api';
import { ask, send } from './ask';

type Profile = Wire<typeof wire.getMe>;
type Specified = 'username' | 'role' | 'wallet' | 'payout_enable';
/** What the specification says of a person, and what our server tells beyond it. */
export type User = Pick<Profile, Specified> & Partial<Omit<Profile, Specified>>;
/** What their rights in the account are; by the specification alone, all of their role's. */
export const mayDo = ({ rights }: User, right: Right): boolean => rights?.includes(right) ?? true;
export type Role = User['role'];
export type Tokens = Wire<typeof wire.login>;
type Support = Wire<typeof wire.getSupport>;
type StepUp = Wire<typeof wire.stepUp>;
export type PasswordAgain = WireBody<typeof wire.stepUp>;
export type Credentials = WireBody<typeof wire.login>;

const userApi = api.injectEndpoints({
  endpoints: (build) => ({
    getMe: build.query<User, void>({
      query: ask(routes.getMe),
      providesTags: listed('User'),
    }),
    getSupport: build.query<Support, void>({
      query: ask(routes.getSupport),
    }),
    stepUp: build.mutation<StepUp, PasswordAgain>({
      query: send(routes.stepUp),
    }),
    switchAccount: build.mutation<Tokens, { account: string; refresh: string }>({
      query: send(routes.switchAccount),
    }),
    login: build.mutation<Tokens, Credentials>({
      query: send(routes.login),
    }),
  }),
});

export const { getMe } = userApi.endpoints;
export const { useGetMeQuery, useGetSupportQuery, useLoginMutation, useStepUpMutation, useSwitchAccountMutation } =
  userApi;
