import * as routes from '@kantor/contract/plain/routes.ts';
import type { Wire } from '@kantor/contract/wire/call.ts';
import type * as wire from '@kantor/contract/wire/withdrawals.ts';
import { toWallets } from './adapter/shape';
import { api } from './api';
import { ask, send } from './ask';

type SentWallet = Wire<typeof wire.createWallet>;
/** A server of the specification sends the number alone. */
export type Wallet = Pick<SentWallet, 'wallet_to_withdraw'> &
  Partial<Pick<SentWallet, 'is_valid' | 'usable_at'>> & { id: string | number };

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
