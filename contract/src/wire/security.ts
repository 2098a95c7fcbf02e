import { z } from 'zod';
import { MAX_LENGTH } from '../plain/limits.ts';
import * as accountRoutes from '../plain/account-routes.ts';
import { call, empty, idParams, text, timestamp } from './call.ts';
import { newPasskey, passkeyRequest } from './second-factor.ts';

/** Ten, shown this once; null when the person has theirs already. */
const recoveryCodes = z.array(z.string()).nullable();

const passkey = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  created_at: timestamp,
  last_used_at: timestamp.nullable(),
});

/** What somebody else did to the security of a person of the caller's account. */
const notice = z.strictObject({
  at: timestamp,
  /** Whose second factor was taken off. */
  username: z.string(),
  /** Who did it. */
  by: z.string(),
});

export const getSecurity = call({
  ...accountRoutes.getSecurity,
  summary: 'Как входит человек: пароль, второй фактор, ключи доступа',
  ok: 200,
  response: z.strictObject({
    password_changed_at: timestamp.nullable(),
    /** Null: no authenticator application. */
    totp: z.strictObject({ since: timestamp }).nullable(),
    passkeys: z.array(passkey),
    /** False where the server has no address that passkeys can be made for. */
    passkeys_offered: z.boolean(),
    recovery_codes_left: z.number().int(),
    /** The person must have a second factor; until they do, nothing else is open to them. */
    second_factor_required: z.boolean(),
    notices: z.array(notice),
  }),
});

export const changePassword = call({
  ...accountRoutes.changePassword,
  summary: 'Новый пароль; остальные входы завершаются',
  body: z.strictObject({ password: z.string().max(MAX_LENGTH.password) }),
  ok: 204,
  response: empty,
});

export const startTotp = call({
  ...accountRoutes.startTotp,
  summary: 'Секрет для приложения с кодами; включается первым кодом',
  ok: 200,
  response: z.strictObject({
    /** For typing, in base32. */
    secret: z.string(),
    /** Of a picture of the code that the application scans. */
    qr: z.string(),
    /** Comes back with the first code. Good for a quarter of an hour, and in this session. */
    setup: z.string(),
  }),
});

export const confirmTotp = call({
  ...accountRoutes.confirmTotp,
  summary: 'Первый код приложения: включает его',
  body: z.strictObject({ setup: z.string().max(400), code: z.string().max(MAX_LENGTH.code) }),
  ok: 200,
  response: z.strictObject({ recovery_codes: recoveryCodes }),
});

export const removeTotp = call({
  ...accountRoutes.removeTotp,
  summary: 'Отключение приложения с кодами',
  ok: 204,
  response: empty,
});

export const startPasskey = call({
  ...accountRoutes.startPasskey,
  summary: 'Создание ключа доступа: что сделать браузеру',
  ok: 200,
  response: passkeyRequest,
});

export const addPasskey = call({
  ...accountRoutes.addPasskey,
  summary: 'Новый ключ доступа',
  body: z.strictObject({ challenge: z.uuid(), name: text(MAX_LENGTH.name), response: newPasskey }),
  ok: 201,
  response: z.strictObject({ id: z.uuid(), recovery_codes: recoveryCodes }),
});

export const removePasskey = call({
  ...accountRoutes.removePasskey,
  summary: 'Удаление ключа доступа',
  params: idParams,
  ok: 204,
  response: empty,
});

export const challengePasskey = call({
  ...accountRoutes.challengePasskey,
  summary: 'Подтверждение ключом доступа: что сделать браузеру',
  ok: 200,
  response: passkeyRequest,
});

export const replaceRecoveryCodes = call({
  ...accountRoutes.replaceRecoveryCodes,
  summary: 'Новые запасные коды; прежние больше не действуют',
  ok: 200,
  response: z.strictObject({ recovery_codes: z.array(z.string()) }),
});

export const listSignIns = call({
  ...accountRoutes.listSignIns,
  summary: 'Входы, которые действуют',
  ok: 200,
  response: z.strictObject({
    results: z.array(
      z.strictObject({
        id: z.uuid(),
        started_at: timestamp,
        last_seen_at: timestamp,
        /** Null: it began before addresses were kept. */
        address: z.string().nullable(),
        /** Its browser and system, such as «Firefox, Windows»; null: unknown. */
        browser: z.string().nullable(),
        /** The one that asks. */
        is_current: z.boolean(),
      }),
    ),
  }),
});

export const endSignIn = call({
  ...accountRoutes.endSignIn,
  summary: 'Завершение одного входа',
  params: idParams,
  ok: 204,
  response: empty,
});

export const endOtherSignIns = call({
  ...accountRoutes.endOtherSignIns,
  summary: 'Завершение всех входов, кроме этого',
  ok: 200,
  response: z.strictObject({ ended: z.number().int() }),
});
