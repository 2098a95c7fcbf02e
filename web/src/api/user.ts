import type { getMe, login } from '@kantor/contract/wire/auth.ts';
import type { Wire, WireBody } from '@kantor/contract/wire/call.ts';
import { api } from './api';

export type User = Wire<typeof getMe>;
export type Role = User['role'];
export type Tokens = Wire<typeof login>;
type Credentials = WireBody<typeof login>;

const userApi = api.injectEndpoints({
  endpoints: (build) => ({
    getMe: build.query<User, void>({
      query: () => 'users/me/',
      providesTags: ['User'],
    }),
    login: build.mutation<Tokens, Credentials>({
      query: (body) => ({ url: 'auth/login/', method: 'POST', body }),
    }),
  }),
});

export const { getMe: getMeEndpoint } = userApi.endpoints;
export const { useGetMeQuery, useLoginMutation } = userApi;
