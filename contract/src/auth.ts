import { z } from 'zod';
import { call, empty, ROLES } from './call.ts';

const refreshToken = z.string().min(1).max(256);
const tokens = z.strictObject({ access: z.string(), refresh: z.string() });

export const login = call({
  method: 'POST',
  path: '/auth/login/',
  summary: 'Вход по имени и паролю',
  roles: 'public',
  body: z.strictObject({ username: z.string().max(150), password: z.string().max(256) }),
  ok: 200,
  response: tokens,
});

export const refresh = call({
  method: 'POST',
  path: '/auth/refresh/',
  summary: 'Замена пары токенов',
  roles: 'public',
  body: z.strictObject({ refresh: refreshToken }),
  ok: 200,
  response: tokens,
});

/** Ends the whole family of the refresh token; answers 204 whatever the token was. */
export const logout = call({
  method: 'POST',
  path: '/auth/logout/',
  summary: 'Выход: сессия больше не действует',
  roles: 'public',
  body: z.strictObject({ refresh: refreshToken }),
  ok: 204,
  response: empty,
});

export const getMe = call({
  method: 'GET',
  path: '/users/me/',
  summary: 'Профиль вошедшего пользователя',
  roles: ROLES,
  ok: 200,
  response: z.strictObject({
    username: z.string(),
    role: z.enum(ROLES),
    /** The trader's deposit address; may be empty. */
    wallet: z.string(),
    payout_enable: z.boolean(),
  }),
});
