import { fold, type Text } from './normalise.ts';
import { PICTURES } from './tokens.ts';
import { words } from './words.ts';

// What applications and forwarders put around a message, and banks behind it, that says nothing of the money. It is passed over
// only where the rest is read whole. Its words are known one by one: a digit, a sign, a refusal, a promise, a code is in none.

/** Words of a notification's title, in any order: what it says, the message says itself. */
const TITLE_WORDS = words(`
  уведомление сообщение оповещение операция новое новый новая входящее входящий входящая перевод пополнение зачисление поступление
  приход по через сбп на от из карту карты карте счет счета счету средств денег деньги средства перевода поступил поступили поступило
  зачислен зачислены зачислено пришли пришел получены получен пополнен пополнена вам вас у ваш вашу банк банка`);
const MAX_TITLE_WORDS = 6;

/** Words of a last sentence that sends the reader elsewhere. */
const ELSEWHERE = words(`
  подробнее подробности подробная детали все информация операции операция операций перевода платежа о об в во на из приложении
  приложение мобильном мобильного мобильное личном кабинете банка банке онлайн сбербанк сбербанка сбол смотрите посмотрите
  посмотреть смотреть откройте узнайте узнать больше можно доступны доступна история истории чек выписка выписке`);
/** Further words where it names the bank's own site. */
const ON_A_SITE = words('сайте сайт по ссылке ссылка тут здесь');
/** Words of a last sentence that is polite. */
const POLITE = words(`
  хорошего отличного прекрасного удачного дня вечера утра настроения желаем вам спасибо благодарим что вы с нами выбираете нас
  выбрали пользуетесь нашими услугами за доверие уважением ваш ваша команда банк`);
const MAX_LAST_WORDS = 8;

/** `a|b c` → `a c`, `b c`; `_` is a space within a choice. */
const choices = (line: string): string[] =>
  line
    .trim()
    .split(' ')
    .reduce<string[]>(
      (texts, part) =>
        texts.flatMap((text) => part.split('|').map((choice) => `${text} ${choice.replaceAll('_', ' ')}`)),
      [''],
    )
    .map((text) => fold(text.trim().replaceAll(/\s+/g, ' ')));

/** Warnings about codes, to the word: those words may also ask for one. */
const WARNINGS: ReadonlySet<string> = new Set(
  `
  никому|никогда_никому не сообщайте|говорите|называйте|передавайте код|коды|код_из_смс|коды_из_смс|коды_из_sms|код_из_sms|пароль|пароли|коды_и_пароли|пароли_и_коды|пароль_и_код|код_и_пароль|данные_карты|пин-код|пароли_и_коды_из_смс|коды_и_пароли_из_смс
  не сообщайте|говорите|называйте|передавайте никому код|коды|код_из_смс|коды_из_смс|пароль|пароли|коды_и_пароли|пароли_и_коды|данные_карты|пин-код
  не сообщайте|говорите|называйте код|коды|код_из_смс|коды_из_смс|пароль|пароли|коды_и_пароли|данные_карты|пин-код никому|посторонним|третьим_лицам`
    .trim()
    .split('\n')
    .flatMap(choices),
);

/** Words alone, with signs and pictures that may stand between and behind them: a digit or another sign may mean something. */
const WORDS = new RegExp(`^[\\p{L}\\s,.!${PICTURES}-]+$`, 'u');
const BETWEEN = new RegExp(`[\\s,.!${PICTURES}]+`, 'gu');
const LONGEST = 80;

const said = (folded: string): string =>
  folded.length <= LONGEST && WORDS.test(folded) ? folded.replaceAll(BETWEEN, ' ').replaceAll(/ - /g, ' ').trim() : '';

function isOf(folded: string, most: number, ...vocabularies: ReadonlySet<string>[]): boolean {
  const all = said(folded).split(' ');
  return (
    all[0] !== '' && all.length <= most && all.every((word) => vocabularies.some((vocabulary) => vocabulary.has(word)))
  );
}

/** A piece of a text that may be the whole message. */
export interface Piece {
  text: Text;
  /** Its place in the text. */
  at: number;
}

const cut = ({ text: { plain, folded }, at }: Piece, from: number, to: number): Piece => ({
  text: { plain: plain.slice(from, to), folded: folded.slice(from, to) },
  at: at + from,
});

/** Between a title and its text: a line of its own, or the bar that forwarders put there. */
const TITLE_END = /\n| \| /;
/** What is left of a text that was too long for a title. */
const CUT_SHORT = /[\s.]+$/;
const LEAST_REPEATED = 4;

const isCopy = (title: string, rest: string): boolean => {
  const beginning = title.replace(CUT_SHORT, '');
  const isWhole = title.endsWith('..') || !/[\p{L}\d]/u.test(rest.charAt(beginning.length));
  return beginning.length >= LEAST_REPEATED && isWhole && rest.startsWith(beginning) && !rest.includes(beginning, 1);
};

/** The piece without a title of harmless words, or, if it may repeat itself, with its own first words; the same piece when there is none. */
function withoutTitle(piece: Piece, mayRepeat: boolean): Piece {
  const { folded } = piece.text;
  const { 0: end = '', index = 0 } = TITLE_END.exec(folded) ?? {};
  if (index === 0) return piece;
  const [title, rest] = [folded.slice(0, index), folded.slice(index + end.length)];
  const isHarmless = isOf(title, MAX_TITLE_WORDS, TITLE_WORDS) || (mayRepeat && isCopy(title, rest));
  return isHarmless ? cut(piece, index + end.length, folded.length) : piece;
}

/** «2 новых сообщения» */
const COUNT = new RegExp(fold('^\\(?\\d{1,2} нов(?:ое|ых|ые) (?:сообщени|уведомлени)[еяи]\\)?') + '[\\s|.:]+', 'u');

function withoutCount(piece: Piece): Piece {
  const [counted = ''] = COUNT.exec(piece.text.folded) ?? [];
  return counted === '' ? piece : cut(piece, counted.length, piece.text.folded.length);
}

const BETWEEN_REPEATS = /^[\s|.]{1,3}$/;
const MAX_BETWEEN = 3;

/**
 * The first of two copies of one text, where a piece is nothing else; the same piece when it is not. A notification that says
 * one thing twice tells of it once: of two payments it might be, one is read.
 */
function once(piece: Piece): Piece {
  const { folded } = piece.text;
  for (let between = 1; between <= MAX_BETWEEN; between += 1) {
    const half = (folded.length - between) / 2;
    if (half < LEAST_REPEATED || !Number.isInteger(half)) continue;
    if (!BETWEEN_REPEATS.test(folded.slice(half, half + between))) continue;
    if (folded.slice(0, half) === folded.slice(half + between)) return cut(piece, 0, half);
  }
  return piece;
}

/** Whether a host, folded, is one of a bank's own sites. */
export const isOwnHost = (host: string, sites: readonly string[]): boolean =>
  sites.some((site) => host === site || host.endsWith(`.${site}`));

/** The place at which a text's last word begins, if that is a site of the bank's own; otherwise the text's end. */
function ownSiteAt(folded: string, sites: readonly string[]): number {
  const trimmed = folded.replace(/[\s.!]+$/, '');
  const at = Math.max(trimmed.lastIndexOf(' '), trimmed.lastIndexOf('\n')) + 1;
  const host = trimmed
    .slice(at)
    .replace(/^.*:\/\//, '')
    .replace(/\/.*$/, '');
  return isOwnHost(host, sites) ? at : folded.length;
}

const MAX_LAST = 2;
/** What a sentence ends with; the sign stays with what it ends. */
const END = /[.!;\n](?=[\s\p{L}])/gu;

function withoutLastOne(piece: Piece, sites: readonly string[]): Piece {
  const { folded } = piece.text;
  const end = ownSiteAt(folded, sites);
  const rest = folded.slice(0, end);
  const at = [...rest.trimEnd().matchAll(END)].findLast(({ index }) => end - index <= LONGEST && index > 0);
  if (at === undefined) return piece;
  const last = rest.slice(at.index + 1);
  const isHarmless =
    end < folded.length
      ? isOf(last, MAX_LAST_WORDS, ELSEWHERE, ON_A_SITE)
      : isOf(last, MAX_LAST_WORDS, ELSEWHERE) || isOf(last, MAX_LAST_WORDS, POLITE) || WARNINGS.has(said(last));
  return isHarmless ? cut(piece, 0, at.index + 1) : piece;
}

/** The piece without one or two last sentences of harmless words; the same piece when there is none. */
function withoutLast(piece: Piece, sites: readonly string[]): Piece {
  let rest = piece;
  for (let n = 0; n < MAX_LAST; n += 1) rest = withoutLastOne(rest, sites);
  return rest;
}

/**
 * What may be read of a text when the whole of it cannot: it, without what says nothing of the money. At most five pieces.
 * @param sites of the bank, folded.
 */
export function withoutHarmless(text: Text, sites: readonly string[]): Piece[] {
  const whole = { text, at: 0 };
  const counted = withoutCount(whole);
  // Of so many messages as were counted, two may be of one text and yet two.
  const mayRepeat = counted === whole;
  const single = mayRepeat ? once : (piece: Piece) => piece;
  const body = single(counted);
  const untitled = single(withoutTitle(body, mayRepeat));
  const pieces = [body, untitled].flatMap((piece) => [piece, single(withoutLast(piece, sites))]);
  const begun = new Set<string>([`0 ${text.plain.length}`]);
  return pieces.filter((piece) => {
    const key = `${piece.at} ${piece.text.plain.length}`;
    return !begun.has(key) && begun.add(key);
  });
}
