import * as accountRoutes from '@kantor/contract/plain/account-routes.ts';
import type * as wire from '@kantor/contract/wire/security.ts';
import type { Wire, WireBody } from '@kantor/contract/wire/call.ts';
import { api, listed } from './api';
import { ask, askOne, request, send } from './ask';

export type Security = Wire<typeof wire.getSecurity>;
export type Passkey = Security['passkeys'][number];
export type SignIn = Wire<typeof wire.listSignIns>['results'][number];
export type TotpSetup = Wire<typeof wire.startTotp>;
export type PasskeyRequest = Wire<typeof wire.startPasskey>;
export type NewPasskey = WireBody<typeof wire.addPasskey>;

const securityApi = api.injectEndpoints({
  endpoints: (build) => ({
    getSecurity: build.query<Security, void>({
      query: ask(accountRoutes.getSecurity),
      providesTags: listed('Security'),
    }),
    getSignIns: build.query<SignIn[], void>({
      query: ask(accountRoutes.listSignIns),
      transformResponse: (answer: Wire<typeof wire.listSignIns>) => answer.results,
      providesTags: listed('Security'),
    }),
    changePassword: build.mutation<null, WireBody<typeof wire.changePassword>>({
      query: send(accountRoutes.changePassword),
      invalidatesTags: ['Security'],
    }),
    startTotp: build.mutation<TotpSetup, void>({ query: () => request(accountRoutes.startTotp) }),
    confirmTotp: build.mutation<Wire<typeof wire.confirmTotp>, WireBody<typeof wire.confirmTotp>>({
      query: send(accountRoutes.confirmTotp),
      invalidatesTags: ['Security'],
    }),
    removeTotp: build.mutation<null, void>({
      query: () => request(accountRoutes.removeTotp),
      invalidatesTags: ['Security'],
    }),
    startPasskey: build.mutation<PasskeyRequest, void>({ query: () => request(accountRoutes.startPasskey) }),
    addPasskey: build.mutation<Wire<typeof wire.addPasskey>, NewPasskey>({
      query: send(accountRoutes.addPasskey),
      invalidatesTags: ['Security'],
    }),
    removePasskey: build.mutation<null, string>({
      query: askOne(accountRoutes.removePasskey),
      invalidatesTags: ['Security'],
    }),
    challengePasskey: build.mutation<PasskeyRequest, void>({ query: () => request(accountRoutes.challengePasskey) }),
    replaceRecoveryCodes: build.mutation<{ recovery_codes: string[] }, void>({
      query: () => request(accountRoutes.replaceRecoveryCodes),
      invalidatesTags: ['Security'],
    }),
    endSignIn: build.mutation<null, string>({ query: askOne(accountRoutes.endSignIn), invalidatesTags: ['Security'] }),
    endOtherSignIns: build.mutation<{ ended: number }, void>({
      query: () => request(accountRoutes.endOtherSignIns),
      invalidatesTags: ['Security'],
    }),
  }),
});

export const {
  useGetSecurityQuery,
  useGetSignInsQuery,
  useChangePasswordMutation,
  useStartTotpMutation,
  useConfirmTotpMutation,
  useRemoveTotpMutation,
  useStartPasskeyMutation,
  useAddPasskeyMutation,
  useRemovePasskeyMutation,
  useChallengePasskeyMutation,
  useReplaceRecoveryCodesMutation,
  useEndSignInMutation,
  useEndOtherSignInsMutation,
} = securityApi;
