/** The calls of persons: how they sign in, and what they are in their accounts. */

// Signing in
export const login = { method: 'POST', path: '/auth/login/', right: 'public' } as const;
export const refresh = { method: 'POST', path: '/auth/refresh/', right: 'public' } as const;
export const logout = { method: 'POST', path: '/auth/logout/', right: 'public' } as const;
/** Beyond the specification. */
export const stepUp = { method: 'POST', path: '/auth/step-up/', right: 'signed_in', beforeSecondFactor: true } as const;
/** Beyond the specification: a person goes on in another of their accounts. */
export const switchAccount = {
  method: 'POST',
  path: '/auth/switch/',
  right: 'signed_in',
  beforeSecondFactor: true,
} as const;
export const getSupport = { method: 'GET', path: '/info/support/', right: 'public' } as const;
export const getMe = { method: 'GET', path: '/users/me/', right: 'signed_in', beforeSecondFactor: true } as const;
