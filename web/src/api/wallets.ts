import * as routes from '@kantor/contract/plain/routes.ts';
import type { Wire } from '@kantor/contract/wire/call.ts';
import type * as wire from '@kantor/contract/wire/withdrawals.ts';
import { api } from './api';
import { ask, send } from './ask';

type WalletPage = Wire<typeof wire.listWallets>;
/** `is_valid` says whether it can be a TRON address; a server that does not know better leaves it out. */
export type Wallet = Omit<Wire<typeof wire.createWallet>, 'id' | 'is_valid'> & {
  id: string | number;
  is_valid?: boolean;
};

const walletsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** All of them at once: the call knows no pages. */
    getWallets: build.query<Wallet[], void>({
      query: ask(routes.listWallets),
      transformResponse: (answer: WalletPage | Wallet[]) => (Array.isArray(answer) ? answer : answer.results),
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

/** 34 signs of base58, the first a T. The checksum is the server's to check. */
const TRON_SHAPE = /^T[1-9A-HJ-NP-Za-km-z]{33}$/;

/** Money sent there may be lost. */
export const isDoubtful = ({ is_valid, wallet_to_withdraw }: Wallet): boolean =>
  !(is_valid ?? TRON_SHAPE.test(wallet_to_withdraw));
