import {
  addPaymentReceipt,
  claimPayment,
  followPayment,
  PAYMENT_PAGE_BASE,
  RECEIPT_FIELD,
  showPayment,
} from '@kantor/contract/plain/payment-page.ts';
import { pathOf } from '@kantor/contract/client.ts';
import { claimForm } from '@kantor/contract/wire/payer-claims.ts';
import { EVENT_STREAM, streamEvents } from '@kantor/contract/wire/events.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { parse } from '../../http/endpoint.ts';
import { judgeError } from '../../http/problem.ts';
import { readForm, readLooseForm } from '../../http/uploads.ts';
import { ApiError, notFound } from '../../kernel/errors.ts';
import { addReceipt, type Deps as ClaimDeps, makeClaim } from '../payer-claims/index.ts';
import { addTestReceipt, makeTestClaim } from '../test-mode/index.ts';
import { type Language, languageOf } from './html/language.ts';
import { PAGE_CSP, renderMain, renderNeutral, renderPage, renderRefusal, SCRIPT, SCRIPT_NAME } from './html/page.ts';
import type { Notice, PageLinks } from './html/states.ts';
import { createPageLimits } from './limits.ts';
import { findPayment } from './service.ts';
import type { Payment } from './store.ts';
import { type LiveEvents, PaymentStreams, type StreamDeps } from './streams.ts';
import type { PaymentTokens } from './tokens.ts';

export interface PageDeps extends ClaimDeps, StreamDeps {
  tokens: PaymentTokens;
  live: LiveEvents;
}

const HEADERS = {
  'content-security-policy': PAGE_CSP,
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
};

const ASSETS = '/assets/';

type PageRequest = FastifyRequest<{ Params: { token: string }; Querystring: { lang?: string } }>;

const languageFor = ({ query, headers }: FastifyRequest): Language =>
  languageOf((query as { lang?: unknown }).lang, headers['accept-language']);

function linksOf(token: string, language: Language): PageLinks {
  const link = ({ path }: { path: string }, to = language) =>
    `${PAYMENT_PAGE_BASE}${pathOf(path, { token })}?lang=${to}`;
  return {
    script: `${PAYMENT_PAGE_BASE}${ASSETS}${SCRIPT_NAME}`,
    page: (to) => link(showPayment, to),
    events: link(followPayment),
    claim: link(claimPayment),
    receipt: link(addPaymentReceipt),
  };
}

const sendHtml = (reply: FastifyReply, status: number, text: string) =>
  reply.code(status).type('text/html; charset=utf-8').send(text);

/** A refusal that the payer can act on is told in their page; every other one is a page of its own. */
const TOLD = new Set([400, 409, 413, 429, 503]);

/** Serves the pages of payers: anybody may open one who has its link. */
export async function servePaymentPage(app: FastifyInstance, deps: PageDeps): Promise<void> {
  const { db, clock, tokens } = deps;
  const limits = createPageLimits(clock);
  const find = ({ params: { token }, ip }: PageRequest) => findPayment({ db, clock, tokens, limits }, token, ip);
  const shown = (payment: Payment, language: Language) => ({
    payment,
    language,
    links: linksOf(tokens.tokenOf(payment.orderId), language),
    at: clock(),
  });
  const streams = new PaymentStreams(deps, (payment, language) => {
    const page = shown(payment, language);
    const { title, text: html, version } = renderMain(page);
    return { title, html, version, at: page.at };
  });

  await app.register(
    async (pages) => {
      pages.addHook('onRequest', async (_request, reply) => void reply.headers(HEADERS));
      pages.addHook('preClose', () => streams.close());
      const showRefusal = (error: Error, request: FastifyRequest, reply: FastifyReply) => {
        const { status } = judgeError(error, request, reply);
        const language = languageFor(request);
        return sendHtml(reply, status, status === 404 ? renderNeutral(language) : renderRefusal(language, status));
      };
      pages.setErrorHandler(showRefusal);
      pages.setNotFoundHandler((request, reply) => showRefusal(notFound(), request, reply));

      // Else the server of the web's files would be asked.
      pages.get('/*', async () => {
        throw notFound();
      });

      pages.get(`${ASSETS}:name`, async (request: FastifyRequest<{ Params: { name: string } }>, reply) => {
        if (request.params.name !== SCRIPT_NAME) throw notFound();
        return reply
          .header('cache-control', 'public, max-age=31536000, immutable')
          .type('text/javascript; charset=utf-8')
          .send(SCRIPT);
      });

      pages.get(showPayment.path, async (request: PageRequest, reply) =>
        sendHtml(reply, 200, renderPage(shown(await find(request), languageFor(request)))),
      );

      pages.get(followPayment.path, { exposeHeadRoute: false }, async (request: PageRequest, reply) => {
        const { orderId } = await find(request);
        const stream = await streams.open(orderId, languageFor(request), request.ip);
        return reply.headers(streamEvents.headers).type(EVENT_STREAM).send(stream);
      });

      /** Takes a form, and leads back to the page: a reload sends nothing again. */
      const takeForm = async (
        request: PageRequest,
        reply: FastifyReply,
        take: (payment: Payment, typed: Map<string, string>) => Promise<void>,
      ): Promise<FastifyReply> => {
        const payment = await find(request);
        const { orderId } = payment;
        const language = languageFor(request);
        const typed = new Map<string, string>();
        try {
          limits.takeForm(orderId);
          await take(payment, typed);
        } catch (error) {
          if (!(error instanceof ApiError) || !TOLD.has(error.status)) throw error;
          const { status } = judgeError(error, request, reply);
          const notice: Notice = { code: error.code, errors: error.errors, typed };
          return sendHtml(reply, status, renderPage({ ...shown(await find(request), language), notice }));
        }
        return reply.redirect(linksOf(tokens.tokenOf(orderId), language).page(language), 303);
      };

      pages.post(claimPayment.path, (request: PageRequest, reply) =>
        takeForm(request, reply, ({ orderId, isTest }, typed) =>
          (isTest ? makeTestClaim : makeClaim)(deps, orderId, async () => {
            const { file, fields } = await readLooseForm(request, { upload: RECEIPT_FIELD, hasFields: true, typed });
            const claim = parse(claimForm, fields, 'body') as z.output<typeof claimForm>;
            const texts = { senderName: claim.sender_name, lastFour: claim.last_four, comment: claim.comment };
            return { texts, file };
          }),
        ),
      );

      pages.post(addPaymentReceipt.path, (request: PageRequest, reply) =>
        takeForm(request, reply, ({ orderId, isTest }) =>
          (isTest ? addTestReceipt : addReceipt)(deps, orderId, async () => {
            const { file } = await readForm(request, { upload: RECEIPT_FIELD, hasFields: false });
            return file;
          }),
        ),
      );
    },
    { prefix: PAYMENT_PAGE_BASE },
  );
}
