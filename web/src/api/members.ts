import * as accountRoutes from '@kantor/contract/plain/account-routes.ts';
import type * as auth from '@kantor/contract/wire/auth.ts';
import type { Wire } from '@kantor/contract/wire/call.ts';
import type * as wire from '@kantor/contract/wire/members.ts';
import type { Paged } from '@/shared/lib/paged';
import { api, listed } from './api';
import { ask, askOne, type RowOf, send, sendOne } from './ask';
import type { Tokens } from './user';

export type Member = RowOf<typeof wire.listMembers>;
export type Invitation = RowOf<typeof wire.listInvitations>;
type MadeInvitation = Wire<typeof wire.createInvitation>;
type OpenInvitation = Wire<typeof auth.readInvitation>;

const membersApi = api.injectEndpoints({
  endpoints: (build) => ({
    getMembers: build.query<Member[], void>({
      query: ask(accountRoutes.listMembers),
      transformResponse: (answer: Paged<Member>) => answer.results,
      // The server tells of a change of members as of one of the account.
      providesTags: listed('User'),
    }),
    getInvitations: build.query<Invitation[], void>({
      query: ask(accountRoutes.listInvitations),
      transformResponse: (answer: Paged<Invitation>) => answer.results,
      providesTags: listed('User', 'Invitation'),
    }),
    setMemberRole: build.mutation<Member, { id: string; body: { role: Member['role'] } }>({
      query: sendOne(accountRoutes.setMemberRole),
      invalidatesTags: ['User'],
    }),
    removeMember: build.mutation<null, string>({
      query: askOne(accountRoutes.removeMember),
      invalidatesTags: ['User'],
    }),
    leaveAccount: build.mutation<null, void>({ query: ask(accountRoutes.leaveAccount) }),
    /** The one answer that has the token of the link. */
    createInvitation: build.mutation<MadeInvitation, { role: Member['role'] }>({
      query: send(accountRoutes.createInvitation),
      invalidatesTags: ['Invitation'],
    }),
    revokeInvitation: build.mutation<null, string>({
      query: askOne(accountRoutes.revokeInvitation),
      invalidatesTags: ['Invitation'],
    }),
    readInvitation: build.query<OpenInvitation, { token: string }>({ query: send(accountRoutes.readInvitation) }),
    acceptInvitation: build.mutation<Tokens, { token: string; username: string; password: string }>({
      query: send(accountRoutes.acceptInvitation),
    }),
    joinAccount: build.mutation<Tokens, { token: string; refresh: string }>({ query: send(accountRoutes.joinAccount) }),
  }),
});

export const {
  useGetMembersQuery,
  useGetInvitationsQuery,
  useSetMemberRoleMutation,
  useRemoveMemberMutation,
  useLeaveAccountMutation,
  useCreateInvitationMutation,
  useRevokeInvitationMutation,
  useReadInvitationQuery,
  useAcceptInvitationMutation,
  useJoinAccountMutation,
} = membersApi;
