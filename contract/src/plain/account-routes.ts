// What a person sets for themselves and for the members of their account: nothing of it is asked for by a first screen.

export const readInvitation = { method: 'POST', path: '/auth/invitation/', right: 'public' } as const;
export const acceptInvitation = { method: 'POST', path: '/auth/invitation/accept/', right: 'public' } as const;
export const joinAccount = { method: 'POST', path: '/auth/invitation/join/', right: 'signed_in' } as const;
// The security of a person: how they sign in
export const getSecurity = { method: 'GET', path: '/security/', right: 'signed_in', beforeSecondFactor: true } as const;
export const changePassword = {
  method: 'POST',
  path: '/security/password/',
  right: 'signed_in',
  stepUp: 'password',
} as const;
export const startTotp = {
  method: 'POST',
  path: '/security/totp/',
  right: 'signed_in',
  stepUp: 'password',
  beforeSecondFactor: true,
} as const;
export const confirmTotp = {
  method: 'POST',
  path: '/security/totp/confirm/',
  right: 'signed_in',
  beforeSecondFactor: true,
} as const;
export const removeTotp = {
  method: 'POST',
  path: '/security/totp/remove/',
  right: 'signed_in',
  stepUp: 'password',
} as const;
export const startPasskey = {
  method: 'POST',
  path: '/security/passkeys/start/',
  right: 'signed_in',
  stepUp: 'password',
  beforeSecondFactor: true,
} as const;
export const addPasskey = {
  method: 'POST',
  path: '/security/passkeys/',
  right: 'signed_in',
  beforeSecondFactor: true,
} as const;
export const removePasskey = {
  method: 'POST',
  path: '/security/passkeys/:id/remove/',
  right: 'signed_in',
  stepUp: 'password',
} as const;
/** What a passkey signs for a step-up. */
export const challengePasskey = { method: 'POST', path: '/security/passkeys/challenge/', right: 'signed_in' } as const;
export const replaceRecoveryCodes = {
  method: 'POST',
  path: '/security/recovery-codes/',
  right: 'signed_in',
  stepUp: 'password',
} as const;
export const listSignIns = { method: 'GET', path: '/security/sign-ins/', right: 'signed_in' } as const;
export const endSignIn = { method: 'POST', path: '/security/sign-ins/:id/end/', right: 'signed_in' } as const;
export const endOtherSignIns = {
  method: 'POST',
  path: '/security/sign-ins/end-others/',
  right: 'signed_in',
} as const;

// What calls a person who does not look, beyond the specification
export const getAlerts = { method: 'GET', path: '/alerts/', right: 'signed_in' } as const;
export const chooseAlerts = { method: 'POST', path: '/alerts/', right: 'signed_in' } as const;
export const addPushBrowser = { method: 'POST', path: '/alerts/browsers/', right: 'signed_in' } as const;
export const startTelegram = {
  method: 'POST',
  path: '/alerts/telegram/',
  right: 'signed_in',
  stepUp: 'alerts',
} as const;
export const removeAlertChannel = { method: 'POST', path: '/alerts/channels/:id/remove/', right: 'signed_in' } as const;
export const testAlerts = { method: 'POST', path: '/alerts/test/', right: 'signed_in' } as const;

// Members of an account, beyond the specification
export const listMembers = { method: 'GET', path: '/members/', right: 'members.read' } as const;
export const setMemberRole = {
  method: 'POST',
  path: '/members/:id/',
  right: 'members.edit',
  stepUp: 'members',
} as const;
export const removeMember = {
  method: 'POST',
  path: '/members/:id/remove/',
  right: 'members.edit',
  stepUp: 'members',
} as const;
export const leaveAccount = { method: 'POST', path: '/members/leave/', right: 'signed_in' } as const;
export const listInvitations = { method: 'GET', path: '/invitations/', right: 'members.read' } as const;
export const createInvitation = {
  method: 'POST',
  path: '/invitations/',
  right: 'members.edit',
  stepUp: 'members',
} as const;
export const revokeInvitation = { method: 'POST', path: '/invitations/:id/revoke/', right: 'members.edit' } as const;

// What a merchant's server has asked for
export const listApiRequests = { method: 'GET', path: '/api_requests/', right: 'keys.read' } as const;

// What a merchant's server may do with money
export const getServerWithdrawals = {
  method: 'GET',
  path: '/merchant/server_withdrawals/',
  right: 'keys.read',
} as const;
export const setServerWithdrawals = {
  method: 'POST',
  path: '/merchant/server_withdrawals/',
  right: 'withdrawals.by_server',
  stepUp: 'withdrawals',
} as const;

// The journal
export const listJournal = { method: 'GET', path: '/journal/', right: 'audit.read' } as const;

// Named views of lists, beyond the specification. Whose list it is asks for that list's own right.
export const listViews = { method: 'GET', path: '/views/', right: 'signed_in' } as const;
export const saveView = { method: 'POST', path: '/views/', right: 'signed_in' } as const;
export const chooseView = { method: 'POST', path: '/views/default/', right: 'signed_in' } as const;
export const changeView = { method: 'POST', path: '/views/:id/', right: 'signed_in' } as const;
export const removeView = { method: 'POST', path: '/views/:id/remove/', right: 'signed_in' } as const;
