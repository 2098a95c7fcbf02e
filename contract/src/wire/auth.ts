import { z } from 'zod';
import { RIGHT_NAMES, ROLES } from '../plain/rights.ts';
import * as routes from '../plain/routes.ts';
import * as accountRoutes from '../plain/account-routes.ts';
import { MAX_LENGTH } from '../plain/limits.ts';
import { STEP_UP_PURPOSES } from '../plain/step-up.ts';
import { call, empty, id, text, timestamp } from './call.ts';
import { memberRole } from './members.ts';
import { secondFactor } from './second-factor.ts';

const refreshToken = z.string().min(1).max(256);
const tokens = z.strictObject({ access: z.string(), refresh: z.string() });

export const login = call({
  ...routes.login,
  summary: 'Вход по имени и паролю',
  body: z.strictObject({
    username: z.string().max(MAX_LENGTH.username),
    password: z.string().max(MAX_LENGTH.password),
    /** For whoever has set one up: the call without it is refused, and says which there are. */
    ...secondFactor,
  }),
  ok: 200,
  response: tokens,
});

export const refresh = call({
  ...routes.refresh,
  summary: 'Замена пары токенов',
  body: z.strictObject({ refresh: refreshToken }),
  ok: 200,
  response: tokens,
});

/** Ends the whole family of the refresh token; answers 204 whatever the token was. */
export const logout = call({
  ...routes.logout,
  summary: 'Выход: сессия больше не действует',
  body: z.strictObject({ refresh: refreshToken }),
  ok: 204,
  response: empty,
});

/** The caller gives their password or second factor again, and gets a token for the calls of one purpose (`STEP_UP_HEADER`). */
export const stepUp = call({
  ...routes.stepUp,
  summary: 'Подтверждение паролем или вторым фактором перед важным действием',
  body: z.strictObject({
    purpose: z.enum(STEP_UP_PURPOSES),
    password: z.string().max(MAX_LENGTH.password).optional(),
    ...secondFactor,
  }),
  ok: 200,
  response: z.strictObject({
    token: z.string(),
    /** Seconds. */
    expires_in: z.number().int(),
  }),
});

/** The session goes on in another account of the person's, and its former access tokens are refused. */
export const switchAccount = call({
  ...routes.switchAccount,
  summary: 'Перейти в другой аккаунт',
  body: z.strictObject({ account: id, refresh: refreshToken }),
  ok: 200,
  response: tokens,
});

const invitationToken = text(MAX_LENGTH.invitation);

/** What a link invites to. It is gone when it was used, revoked, or is too old. */
export const readInvitation = call({
  ...accountRoutes.readInvitation,
  summary: 'Куда зовёт приглашение',
  body: z.strictObject({ token: invitationToken }),
  ok: 200,
  response: z.strictObject({
    account: z.strictObject({ name: z.string(), role: z.enum(ROLES) }),
    role: memberRole,
    expires_at: timestamp,
  }),
});

/** Somebody new comes by an invitation, and is signed in. */
export const acceptInvitation = call({
  ...accountRoutes.acceptInvitation,
  summary: 'Принять приглашение: новое имя и пароль',
  body: z.strictObject({
    token: invitationToken,
    username: z.string().max(MAX_LENGTH.username),
    password: z.string().max(MAX_LENGTH.password),
  }),
  ok: 200,
  response: tokens,
});

/** Who is signed in joins one more account, and goes on in it. */
export const joinAccount = call({
  ...accountRoutes.joinAccount,
  summary: 'Принять приглашение под своим именем',
  body: z.strictObject({ token: invitationToken, refresh: refreshToken }),
  ok: 200,
  response: tokens,
});

/** Who changes passwords: a line of the sign-in page. */
export const getSupport = call({
  ...routes.getSupport,
  summary: 'Как связаться с оператором',
  ok: 200,
  response: z.strictObject({
    /** A text, a web or e-mail address, a name on Telegram, as the owner has set it. */
    contact: z.string().nullable(),
  }),
});

export const getMe = call({
  ...routes.getMe,
  summary: 'Профиль вошедшего пользователя',
  ok: 200,
  response: z.strictObject({
    username: z.string(),
    role: z.enum(ROLES),
    /** The trader's deposit address; may be empty. */
    wallet: z.string(),
    payout_enable: z.boolean(),
    /** Beyond the specification: what the person is in the account. */
    member_role: memberRole,
    /** The account that they are in, and all of theirs. */
    account: z.strictObject({ id, name: z.string() }),
    accounts: z.array(z.strictObject({ id, name: z.string(), role: z.enum(ROLES), member_role: memberRole })),
    /** What they may do in it. */
    rights: z.array(z.enum(RIGHT_NAMES)),
  }),
});
