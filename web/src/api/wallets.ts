import * as fundsRoutes from '@kantor/contract/plain/funds-routes.ts';
import type { Route } from '@kantor/contract/plain/routes.ts';
import type { Wire } from '@kantor/contract/wire/call.ts';
import type * as wire from '@kantor/contract/wire/withdrawals.ts';
import { toWallets } from './adapter/shape';
import { api, listed } from './api';
import { ask, askOne, send } from './ask';

type SentWallet = Wire<typeof wire.createWallet>;
/** A server of the specification sends the number alone. */
export type Wallet = Pick<SentWallet, 'wallet_to_withdraw'> &
  Partial<Pick<SentWallet, 'is_valid' | 'usable_at'>> & { id: string | number };

const walletsApi = api.injectEndpoints({
  endpoints: (build) => {
    /** All of them at once: the call knows no pages. */
    const list = (route: Route) =>
      build.query<Wallet[], void>({
        query: ask(route),
        transformResponse: toWallets<Wallet>,
        providesTags: listed('Wallet'),
      });
    const create = (route: Route) =>
      build.mutation<unknown, { wallet_to_withdraw: string }>({ query: send(route), invalidatesTags: ['Wallet'] });
    const remove = (route: Route) =>
      build.mutation<unknown, string>({ query: askOne(route), invalidatesTags: ['Wallet'] });
    return {
      getWallets: list(fundsRoutes.listWallets),
      createWallet: create(fundsRoutes.createWallet),
      removeWallet: remove(fundsRoutes.removeWallet),
      getTraderWallets: list(fundsRoutes.listTraderWallets),
      createTraderWallet: create(fundsRoutes.createTraderWallet),
      removeTraderWallet: remove(fundsRoutes.removeTraderWallet),
    };
  },
});

export const { getWallets, getTraderWallets } = walletsApi.endpoints;
export const {
  useCreateWalletMutation,
  useRemoveWalletMutation,
  useCreateTraderWalletMutation,
  useRemoveTraderWalletMutation,
} = walletsApi;

/** No address of TRON: nothing can be withdrawn there. */
export const isDoubtful = ({ is_valid: isValid }: Wallet): boolean => !isValid;

/** A new wallet that waits for its first use. */
export const isWaiting = (wallet: Wallet): wallet is Wallet & { usable_at: string } => Boolean(wallet.usable_at);

/** A server of the specification has no call that removes one. */
export const isRemovable = ({ usable_at: usableAt }: Wallet): boolean => usableAt !== undefined;
