import { API_BASE, login } from '@kantor/contract/plain/routes.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SECOND } from '../../kernel/clock.ts';
import { MARK_LIFETIME_MS } from './browser-marks.ts';

const NAME = 'kantor_browser';
const VALUE = new RegExp(`(?:^|;) *${NAME}=([\\w-]{1,200}) *(?:;|$)`);

/** The mark that a browser shows; undefined when it has none. */
export const readBrowserCookie = ({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined =>
  VALUE.exec(headers.cookie ?? '')?.[1];

/** Gives a browser its mark: for signing in alone, out of reach of scripts and of other sites. */
export function setBrowserCookie(reply: FastifyReply, mark: string, { secure }: { secure: boolean }): void {
  const attributes = [
    `${NAME}=${mark}`,
    `Path=${API_BASE}${login.path}`,
    `Max-Age=${MARK_LIFETIME_MS / SECOND}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(secure ? ['Secure'] : []),
  ];
  void reply.header('set-cookie', attributes.join('; '));
}
