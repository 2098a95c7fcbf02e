import type { Right } from './rights.ts';
import type { StepUpPurpose } from './step-up.ts';

/** An action of the platform's people: one call tells what it would change, the other does it. */
export interface ActionRoutes {
  readonly preview: { readonly method: 'POST'; readonly path: `/${string}`; readonly right: Right };
  readonly carryOut: {
    readonly method: 'POST';
    readonly path: `/${string}`;
    readonly right: Right;
    readonly stepUp?: StepUpPurpose;
  };
}

/** The routes of an action: its preview needs the same right as the deed, and no proof of who asks. */
const action = (path: `/platform/${string}/`, right: Right, stepUp?: StepUpPurpose): ActionRoutes => ({
  preview: { method: 'POST', path: `${path}preview/`, right },
  carryOut: { method: 'POST', path, right, ...(stepUp !== undefined && { stepUp }) },
});

// Withdrawals
export const sendWithdrawal = action('/platform/withdrawals/:id/send/', 'platform.decide');
export const sendWithdrawals = action('/platform/withdrawals/send/', 'platform.decide');
export const closeWithdrawal = action('/platform/withdrawals/:id/close/', 'platform.decide', 'withdrawals');
export const closeWithdrawals = action('/platform/withdrawals/close/', 'platform.decide', 'withdrawals');
export const rejectWithdrawal = action('/platform/withdrawals/:id/reject/', 'platform.decide');
export const allowWallet = action('/platform/wallets/:id/allow/', 'platform.decide');

// The rate
export const setRate = action('/platform/rate/set/', 'platform.rate');
export const acceptRate = action('/platform/rate/accept/', 'platform.rate');
export const declineRate = action('/platform/rate/decline/', 'platform.rate');

// What is contested
export const confirmAppeal = action('/platform/appeals/:id/confirm/', 'platform.decide');
export const declineAppeal = action('/platform/appeals/:id/decline/', 'platform.decide');
export const splitAppeal = action('/platform/appeals/:id/split/', 'platform.decide');
export const freePayout = action('/platform/payouts/:id/free/', 'platform.decide');
export const decidePayout = action('/platform/payouts/:id/decide/', 'platform.decide');
export const resendWebhook = action('/platform/webhooks/:id/resend/', 'platform.decide');
export const resendWebhooks = action('/platform/webhooks/resend/', 'platform.decide');

// Accounts
export const createAccount = action('/platform/accounts/create/', 'platform.accounts');
export const setFees = action('/platform/accounts/:id/fees/', 'platform.accounts');
export const setLimits = action('/platform/accounts/:id/limits/', 'platform.accounts');
export const blockAccount = action('/platform/accounts/:id/block/', 'platform.accounts');
export const unblockAccount = action('/platform/accounts/:id/unblock/', 'platform.accounts');
export const stopTraffic = action('/platform/accounts/:id/stop-traffic/', 'platform.accounts');
export const allowTraffic = action('/platform/accounts/:id/allow-traffic/', 'platform.accounts');
export const allowAccount = action('/platform/accounts/:id/allow-account/', 'platform.accounts');
export const disallowAccount = action('/platform/accounts/:id/disallow-account/', 'platform.accounts');

// The members of an account, and people
export const inviteMember = action('/platform/accounts/:id/invite/', 'platform.accounts', 'members');
export const revokeInvitation = action('/platform/invitations/:id/revoke/', 'platform.accounts');
export const addMember = action('/platform/accounts/:id/members/add/', 'platform.accounts', 'members');
export const setMemberRole = action('/platform/accounts/:id/members/role/', 'platform.accounts', 'members');
export const removeMember = action('/platform/accounts/:id/members/remove/', 'platform.accounts', 'members');
export const setPassword = action('/platform/people/:id/password/', 'platform.accounts', 'members');
export const blockPerson = action('/platform/people/:id/block/', 'platform.accounts');
export const unblockPerson = action('/platform/people/:id/unblock/', 'platform.accounts');
export const restoreSecondFactor = action('/platform/people/:id/restore-second-factor/', 'platform.money', 'members');
/** The platform's own people. */
export const setStaffPassword = action('/platform/staff/:id/password/', 'platform.staff', 'members');
export const blockStaff = action('/platform/staff/:id/block/', 'platform.staff');
export const unblockStaff = action('/platform/staff/:id/unblock/', 'platform.staff');

// The radar
export const setThreshold = action('/platform/radar/threshold/', 'platform.accounts');
export const acknowledgeFigure = action('/platform/radar/:id/acknowledge/', 'platform.accounts');

// What banks' balances settle
export const setBalanceMode = action('/platform/balances/mode/', 'platform.balances');

// Money: what another person accepts
export const depositByHand = action('/platform/accounts/:id/deposit/', 'platform.money', 'withdrawals');
export const adjustAccount = action('/platform/accounts/:id/adjust/', 'platform.money', 'withdrawals');
export const reverseOrder = action('/platform/orders/:id/reverse/', 'platform.money', 'withdrawals');
export const acceptProposal = action('/platform/proposals/:id/accept/', 'platform.money', 'withdrawals');
export const declineProposal = action('/platform/proposals/:id/decline/', 'platform.money');
