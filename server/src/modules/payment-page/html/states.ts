import { formatMinorUnits, SCALE } from '@kantor/contract/plain/money.ts';
import { MAX_LENGTH } from '@kantor/contract/plain/limits.ts';
import { MAX_RECEIPTS, RECEIPT_FIELD } from '@kantor/contract/plain/payment-page.ts';
import { moscowTime } from '../../../kernel/clock.ts';
import { inRoubles } from '../../../kernel/money.ts';
import type { PageState } from '../rules.ts';
import type { Payment } from '../store.ts';
import { html, type Html } from './html.ts';
import type { Language } from './language.ts';
import { TEXTS } from './texts.ts';

// What a page shows in each state of its payment.

/** Where a page's links and forms lead; the language is in each. */
export interface PageLinks {
  script: string;
  page: (language: Language) => string;
  events: string;
  claim: string;
  receipt: string;
}

/** What became of the form that was sent. */
export interface Notice {
  code: string;
  /** Russian sentences by field. */
  errors?: Record<string, string[]> | undefined;
  /** What was typed, by field: it stands there again. */
  typed?: ReadonlyMap<string, string> | undefined;
}

export interface Shown {
  payment: Payment;
  language: Language;
  links: PageLinks;
  at: Date;
  notice?: Notice | undefined;
}

type Texts = (typeof TEXTS)[Language];

export const roubles = (kopecks: bigint): string => {
  const text = inRoubles(kopecks);
  return text.includes(',') ? text : text.replace('\u00A0₽', ',00\u00A0₽');
};

/** As a bank's application takes it: `1500`, or `1500,37`. */
const typedSum = (kopecks: bigint): string => formatMinorUnits(kopecks, SCALE.rub).replace('.00', '').replace('.', ',');

/** The number that the money goes to: as it is read, and as it is pasted. */
function targetOf({ isSbp, phone, bankAccount, last4 }: Payment): { isPhone: boolean; shown: string; typed: string } {
  const isPhone = (isSbp && phone !== '') || bankAccount === '';
  const number = isPhone ? phone : bankAccount;
  const digits = number.replaceAll(/\D/g, '');
  const [, code, first, second, third] = /^[78](\d{3})(\d{3})(\d{2})(\d{2})$/.exec(digits) ?? [];
  if (isPhone && code !== undefined) {
    return { isPhone, shown: `+7\u00A0${code}\u00A0${first}-${second}-${third}`, typed: `+7${digits.slice(1)}` };
  }
  if (number === '') return { isPhone: false, shown: `•\u00A0${last4}`, typed: last4 };
  const isNumber = /^\d{16,20}$/.test(digits);
  return isNumber
    ? { isPhone, shown: digits.replaceAll(/(\d{4})(?=\d)/g, '$1 '), typed: digits }
    : { isPhone, shown: number, typed: number };
}

const copyButton = (texts: Texts, what: string, value: string): Html =>
  html`<button
    type="button"
    class="copy"
    data-copy="${value}"
    data-copied="${texts.copied}"
    aria-label="${what}"
    hidden
  >
    ${texts.copy}
  </button>`;

const figure = (label: string, value: string | Html, button?: Html): Html =>
  html`<div class="figure${button && ' large'}">
    <dt>${label}</dt>
    <dd><span class="value">${value}</span>${button}</dd>
  </div>`;

/** Where the money goes. */
function payee({ payment }: Shown, texts: Texts): Html {
  const target = targetOf(payment);
  return html`<dl class="card">
    ${figure(texts.sum, roubles(payment.amount), copyButton(texts, texts.copySum, typedSum(payment.amount)))}
    ${figure(
      target.isPhone ? texts.phone : texts.account,
      html`<bdi${target.isPhone && html` class="whole"`}>${target.shown}</bdi>`,
      copyButton(texts, texts.copyTarget, target.typed),
    )}
    ${figure(
      texts.bank,
      html`<span class="mark" aria-hidden="true">${payment.bankName.slice(0, 1)}</span>${payment.bankName}`,
    )}
    ${figure(texts.holder, html`<bdi>${payment.fio}</bdi>`)}
  </dl>`;
}

const fault = (name: string, { notice, language }: Shown): Html | false => {
  const sentences = notice?.errors?.[name];
  if (sentences === undefined) return false;
  return html`<span class="fault" id="${name}-fault">${language === 'ru' ? sentences[0] : TEXTS.en.fieldFault}</span>`;
};

const described = (name: string, { notice }: Shown): Html | false =>
  notice?.errors?.[name] !== undefined && html` aria-invalid="true" aria-describedby="${name}-fault"`;

const typed = (name: string, { notice }: Shown): string => notice?.typed?.get(name) ?? '';

const fileField = (shown: Shown, texts: Texts, isNeeded: boolean): Html =>
  html`<label>
    ${texts.receipt}
    <input
      type="file"
      name="${RECEIPT_FIELD}"
      accept="image/png,image/jpeg,application/pdf"
      data-too-large="${texts.tooLarge}"
      ${isNeeded && html` required`}${described(RECEIPT_FIELD, shown)}
    />
    ${fault(RECEIPT_FIELD, shown)}
  </label>`;

const hints = (shown: Shown, texts: Texts): Html =>
  html` <label
      >${texts.senderName}
      <input
        name="sender_name"
        maxlength="${MAX_LENGTH.payerName}"
        autocomplete="given-name"
        value="${typed('sender_name', shown)}"
        ${described('sender_name', shown)}
      />
      ${fault('sender_name', shown)}
    </label>
    <label
      >${texts.lastFour}
      <input
        name="last_four"
        inputmode="numeric"
        maxlength="4"
        autocomplete="off"
        value="${typed('last_four', shown)}"
        ${described('last_four', shown)}
      />
      ${fault('last_four', shown)}
    </label>
    <label
      >${texts.comment}
      <textarea name="comment" rows="2" maxlength="${MAX_LENGTH.payerComment}" ${described('comment', shown)}>
${typed('comment', shown)}</textarea>
      ${fault('comment', shown)}
    </label>`;

/** Why the form that was sent is refused. */
const said = ({ notice, language }: Shown): Html => {
  const { refusals, failed } = TEXTS[language];
  const sentences: Readonly<Record<string, string>> = refusals;
  return html`<p class="fault" role="alert" data-said>${notice && (sentences[notice.code] ?? failed)}</p>`;
};

const form = (action: string, shown: Shown, content: Html): Html =>
  html`<form
    method="post"
    enctype="multipart/form-data"
    action="${action}"
    data-failed="${TEXTS[shown.language].failedText}"
  >
    ${said(shown)} ${content}
  </form>`;

/** 'I have paid': optional words beside one button. */
const claimForm = (shown: Shown, texts: Texts): Html =>
  form(
    shown.links.claim,
    shown,
    html`<p class="quiet">${texts.paidHint}</p>
      <details${shown.notice?.errors && html` open`}><summary>${texts.details}</summary>
        ${hints(shown, texts)}${fileField(shown, texts, false)}
      </details>
      <button class="primary">${texts.paidButton}</button>`,
  );

/** The same when time is over: the receipt comes first. */
const lateForm = (shown: Shown, texts: Texts): Html =>
  form(
    shown.links.claim,
    shown,
    html`${fileField(shown, texts, false)}${hints(shown, texts)}<button class="primary">${texts.paidButton}</button>`,
  );

function receipts(shown: Shown, texts: Texts): Html | false {
  const { payment, links } = shown;
  if (payment.claimedAt === null) return false;
  return html`<section class="card">
    <p>${texts.receipts(payment.receipts)}</p>
    ${
      payment.receipts < MAX_RECEIPTS
        ? form(
            links.receipt,
            shown,
            html`${fileField(shown, texts, true)}<button class="second">${texts.addReceipt}</button>`,
          )
        : said(shown)
    }
  </section>`;
}

const back = ({ payment }: Shown, texts: Texts): Html | false =>
  payment.returnUrl !== null &&
  html`<a class="primary" href="${payment.returnUrl}" rel="noreferrer noopener">${texts.back}</a>`;

const reasonOf = ({ payment: { appealReason } }: Shown, texts: Texts): string | false =>
  appealReason !== null && texts.reason(texts.reasons[appealReason]);

/** What the trader has answered, while nothing is decided. */
const answerOf = ({ payment: { appealReason } }: Shown, texts: Texts): string | false =>
  appealReason !== null && texts.answered(texts.reasons[appealReason]);

const declined = (shown: Shown, texts: Texts): Html | false =>
  shown.payment.appealStatus === 'CLOSED' &&
  html`<p class="card note">${texts.appealDeclined} ${reasonOf(shown, texts)}</p>`;

/** Two clear cases: whoever has not paid makes a new order, whoever has shows it. */
const unpaid = (title: string, shown: Shown, texts: Texts): Html =>
  html` <h1>${title}</h1>
    ${declined(shown, texts)}
    <section class="card">
      <h2>${texts.notPaid}</h2>
      <p>${texts.notPaidText}</p>
      ${back(shown, texts)}
    </section>
    <section class="card">
      <h2>${texts.didPay}</h2>
      <p>${texts.didPayText}</p>
      ${lateForm(shown, texts)}
    </section>`;

function paid({ payment }: Shown, texts: Texts): string {
  const { appealStatus, appealPaid, amount } = payment;
  return appealStatus === 'PROCESSED' && appealPaid !== null && appealPaid !== amount
    ? texts.paidOther(roubles(appealPaid), roubles(amount))
    : texts.paidText(roubles(amount));
}

export const PARTS: Readonly<Record<PageState, (shown: Shown, texts: Texts) => Html>> = {
  waiting: (shown, texts) =>
    html` <h1>${texts.exactly(roubles(shown.payment.amount))}</h1>
      <p class="quiet">${texts.whyExactly}</p>
      <p class="left" data-until="${shown.payment.expiresAt.toISOString()}" data-left="${texts.left}">
        ${texts.until(moscowTime(shown.payment.expiresAt, shown.payment.expiresAt))}
      </p>
      ${payee(shown, texts)} ${claimForm(shown, texts)}`,
  checking: (shown, texts) =>
    html` <h1>${texts.checking}</h1>
      <p role="status">${texts.checkingText}</p>
      ${receipts(shown, texts)} ${payee(shown, texts)}`,
  paid: (shown, texts) =>
    html` <h1 class="done">${texts.paid}</h1>
      <p role="status">${paid(shown, texts)}</p>
      ${back(shown, texts)}`,
  expired: (shown, texts) => unpaid(texts.expired, shown, texts),
  cancelled: (shown, texts) => unpaid(texts.cancelled, shown, texts),
  late: (shown, texts) =>
    html` <h1>${texts.checking}</h1>
      ${declined(shown, texts) || html`<p role="status">${shown.payment.status === 'DECLINED' ? texts.cancelledText : texts.lateText}</p>`}
      ${receipts(shown, texts)} ${back(shown, texts)}`,
  appeal: (shown, texts) =>
    html` <h1>${texts.appeal}</h1>
      <p role="status">${texts.appealText}</p>
      ${answerOf(shown, texts) && html`<p class="card note">${answerOf(shown, texts)}</p>`} ${receipts(shown, texts)}
      ${back(shown, texts)}`,
};
