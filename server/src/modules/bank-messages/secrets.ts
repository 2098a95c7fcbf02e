import { passesLuhn } from '../../kernel/luhn.ts';
import { fold, normalise } from './normalise.ts';
import type { Reading } from './read.ts';
import { tokenise } from './tokens.ts';
import { CARD_WORDS, stems, words } from './words.ts';

// What is never written down: one-time codes and whole numbers of cards. A code is the key to the trader's own bank.

/** Stands for a digit that was taken out. */
const MASK = '•';
const DIGIT = /\p{N}/gu;
const withoutDigits = (text: string) => text.replaceAll(DIGIT, MASK);

/** Words that a code, a password or the question for one is told with; in Russian, as banks transliterate, in English. */
const CODE_WORDS = words(`
  код кода коду кодом коде коды кодов пин otp cvc cvv pin code codes kod koda kodu kodom kody tan никому nikomu
  вход входа входу vhod vhoda login смскод smskod введите vvedite enter токен token tokena fa пэп`);
const CODE_STEMS = stems(`
  парол parol одноразов odnorazov password passcode passwd подтвержд подтверд podtverzhd podtverjd podtverd verif confirm
  авторизац avtorizac avtorizats аутентиф autentif authent идентификац identifik secur`);
/** `3-D Secure`, `3DS` */
const THREE_D_SECURE = new RegExp(`3[ -]?${fold('d')}[ -]?${fold('s')}`, 'u');

const isCodeWord = (word: string) => CODE_WORDS.has(word) || CODE_STEMS.some((stem) => word.startsWith(stem));

/** A text as it looks: without invisible characters and marks, folded. */
const visible = (text: string) => fold(text.normalize('NFKC').replaceAll(/[\p{M}\p{Cf}]/gu, ''));

/** Digits and nothing else to read: a code that the title, the sender or nothing at all explains. */
const BARE_CODE = /^[^\p{L}\p{N}]*(?:\p{N}[^\p{L}\p{N}]*){4,8}$/u;

/** Whether a text may hold a one-time code: it has digits, and a word that codes are told with. */
export function namesCode(text: string): boolean {
  if (!/\p{N}/u.test(text)) return false;
  const seen = visible(text);
  return THREE_D_SECURE.test(seen) || (seen.match(/\p{L}+/gu) ?? []).some(isCodeWord);
}

/** Sixteen to nineteen digits in one, or in fours. A personal account has twenty. */
const GAP = '[\\p{Z}\\p{Cf}\\n./-]{0,2}';
const CARD = new RegExp(
  `(?<!\\p{Nd})(\\p{Nd}{4})${GAP}(\\p{Nd}{2})\\p{Nd}{2}${GAP}\\p{Nd}{4}${GAP}\\p{Nd}{0,3}(\\p{Nd}{4})(?!\\p{Nd})`,
  'gu',
);
/** As many digits in other groups: a card's, where the last one checks the others. */
const SPLIT_CARD = /(?<!\p{Nd})[2-6]\p{Nd}+(?:[\p{Z}\p{Cf}\n./-]{1,2}\p{Nd}{2,}){1,8}(?!\p{Nd})/gu;
const MAX_CARD_GROUPS = 9;

const cardWithDots = (digits: string) => `${digits.slice(0, 6)}${MASK.repeat(6)}${digits.slice(-4)}`;

/** The text without the card that it begins with, if it does: the longest that there is. */
function maskSplit(said: string): string {
  for (let groups = MAX_CARD_GROUPS; groups > 0; groups -= 1) {
    const [card] = new RegExp(`^\\p{Nd}+(?:\\P{Nd}+\\p{Nd}+){${groups - 1}}`, 'u').exec(said) ?? [''];
    const digits = card.replaceAll(/\P{Nd}/gu, '');
    if (/^\d{16,19}$/.test(digits) && passesLuhn(digits)) return cardWithDots(digits) + said.slice(card.length);
  }
  return said;
}

/** A text whose card numbers are their first six and last four digits. */
const maskCards = (text: string): string =>
  text.replaceAll(SPLIT_CARD, maskSplit).replaceAll(CARD, `$1$2${MASK.repeat(6)}$3`);

/** A text of which only sums and the last digits of cards and accounts are left, unless they stand where a code does. */
function withMoneyAlone(text: string): string {
  const normal = normalise(text);
  if (normal === undefined) return withoutDigits(text);
  let [masked, end, isAfterCodeWord] = ['', 0, false];
  for (const token of tokenise(normal)) {
    masked += withoutDigits(normal.plain.slice(end, token.at));
    const said = normal.plain.slice(token.at, token.end);
    const isMoney = (token.kind === 'amount' || token.kind === 'tail') && !isAfterCodeWord;
    masked += isMoney ? said : withoutDigits(said);
    isAfterCodeWord = token.kind === 'word' && (token.text.match(/\p{L}+/gu) ?? []).some(isCodeWord);
    end = token.end;
  }
  return masked + withoutDigits(normal.plain.slice(end));
}

const INCOME = stems('зачисл поступ пополн приход входящ получен zachisl postup popoln prihod vhodyash poluchen');

const saysIncome = (text: string): boolean =>
  (fold(text).match(/\p{L}+/gu) ?? []).some((word) => INCOME.some((stem) => word.startsWith(stem)));

/** An income that could not be read: its sum helps whoever confirms by hand. */
function looksLikeIncome(text: string): boolean {
  const normal = normalise(text);
  return normal !== undefined && saysIncome(normal.plain) && tokenise(normal).some(({ kind }) => kind === 'amount');
}

const [MIN_CODE, MAX_CODE] = [4, 8];
const AS_LONG_AS_A_CODE = /(?<!\p{N})\p{N}(?:[ .-]{0,3}\p{N}){3,7}(?![ .-]{0,3}\p{N})/gu;
const isLong = (digits: string) => digits.length >= MIN_CODE && digits.length <= MAX_CODE;

/**
 * A text without numbers that nothing in it explains: they are no sum, no end of a card or an account, no time and no phone,
 * and have as many digits as a code. A code may be told in words that we do not know.
 */
function withoutLooseNumbers(text: string): string {
  const normal = normalise(text);
  // Too long to be taken apart.
  if (normal === undefined) return text.replaceAll(AS_LONG_AS_A_CODE, withoutDigits);
  const { plain } = normal;
  let [masked, end, run] = ['', 0, { at: 0, end: 0 }];
  const close = () => {
    const said = plain.slice(run.at, run.end);
    masked += plain.slice(end, run.at) + (isLong(said.replaceAll(/\P{N}/gu, '')) ? withoutDigits(said) : said);
    end = Math.max(end, run.end);
  };
  let isAfterCard = false;
  for (const token of tokenise(normal)) {
    const isLoose =
      (token.kind === 'number' && !isAfterCard) || (token.kind === 'word' && /\p{N}{4}/u.test(token.text));
    isAfterCard = token.kind === 'word' && CARD_WORDS.has(token.text);
    if (!isLoose) continue;
    if (run.end > 0 && /^[ .-]{1,3}$/.test(plain.slice(run.end, token.at))) run = { ...run, end: token.end };
    else {
      if (run.end > 0) close();
      run = { at: token.at, end: token.end };
    }
  }
  if (run.end > 0) close();
  masked += plain.slice(end);
  return masked === plain ? text : masked;
}

/** A phone's own number, or the name of its SIM card. */
const OWN_NUMBER = /^(?:\+?\p{Nd}{10,15}|SIM ?\p{Nd}?(?:[ _-]\p{L}*)?)$/iu;

/** The parts of a message that are written down. */
export interface Written {
  phone: string;
  application: string;
  text: string;
  /** The phone's request. */
  plainRequest: string;
}

/**
 * A message as it may be written down, with the reading of its text.
 *
 * A text that was read as an income has no word that is not understood, and so no code: it stays. Otherwise, where a code is
 * named: an income's, an expense's or a block's digits are taken out but for its sums and its account; of any other message
 * all are, and it is a one-time code. Where none is named, what could not be read keeps no number that nothing explains.
 */
export function redact<Message extends Written>(message: Message, reading: Reading): [Message, Reading] {
  const { phone, application, text, plainRequest } = message;
  const isRead = reading.kind === 'income' || reading.kind === 'duplicate';
  const isNamed = namesCode(`${application}\n${phone}\n${text}`);
  const isCode = !isRead && (isNamed || BARE_CODE.test(text));
  const hasMoney = isCode && (reading.kind !== 'unknown' || looksLikeIncome(text));
  const isLoose = reading.kind === 'unknown' && !isCode && !saysIncome(text);
  const shown = maskCards(text);
  const plain = isLoose ? withoutLooseNumbers(shown) : shown;
  const safe = {
    ...message,
    phone: (isNamed || isCode) && !OWN_NUMBER.test(phone) ? withoutDigits(phone) : maskCards(phone),
    application: namesCode(application) ? withoutDigits(application) : maskCards(application),
    text: isCode ? (hasMoney ? withMoneyAlone(text) : withoutDigits(text)) : plain,
    plainRequest: redactRequest(plainRequest, isCode || plain !== shown),
  };
  if (!isCode) return [safe, reading];
  return [safe, { kind: hasMoney ? reading.kind : 'code', ...(hasMoney && reading.bank && { bank: reading.bank }) }];
}

/** Any text that is written down beside messages. */
export const redactText = (text: string): string => (namesCode(text) ? withoutDigits(text) : maskCards(text));

/** A request is judged by what it says when it is read: a phone may write letters and spaces as escapes. */
function redactRequest(request: string, isCode: boolean): string {
  if (isCode) return withoutDigits(request);
  const said: string[] = [];
  let [masked, isChanged] = [request, false];
  try {
    const parsed: unknown = JSON.parse(request, (_key, value: unknown) => {
      if (typeof value !== 'string') return value;
      said.push(value);
      const safe = maskCards(value);
      isChanged ||= safe !== value;
      return safe;
    });
    if (isChanged) masked = JSON.stringify(parsed);
  } catch {
    said.push(request);
  }
  return namesCode([...said, request].join('\n')) ? withoutDigits(request) : maskCards(masked);
}
