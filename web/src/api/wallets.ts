import * as routes from '@kantor/contract/plain/routes.ts';
import type { Wire } from '@kantor/contract/wire/call.ts';
import type * as wire from '@kantor/contract/wire/withdrawals.ts';
import { toWallets } from './adapter/shape';
import { api } from './api';
import { ask, send } from './ask';

export type Wallet = Omit<Wire<typeof wire.createWallet>, 'id' | 'is_valid'> & {
  id: string | number;
  is_valid?: boolean;
};

const walletsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** All of them at once: the call knows no pages. */
    getWallets: build.query<Wallet[], void>({
      query: ask(routes.listWallets),
      transformResponse: toWallets<Wallet>,
      providesTags: ['Wallet'],
    }),
    createWallet: build.mutation<unknown, { wallet_to_withdraw: string }>({
      query: send(routes.createWallet),
      invalidatesTags: ['Wallet'],
    }),
  }),
});

export const { getWallets } = walletsApi.endpoints;
export const { useGetWalletsQuery, useCreateWalletMutation } = walletsApi;

/** Money sent there may be lost. */
export const isDoubtful = ({ is_valid: isValid }: Wallet): boolean => !isValid;
