import type { Details } from './details.ts';
import { fold, type Text } from './normalise.ts';
import type { Token } from './tokens.ts';
import { SPENT, stems, words } from './words.ts';

const begins = (text: string, list: readonly string[]) => list.some((stem) => text.startsWith(stem));

const REFUSED_COMMENT = stems('отклон отмен отказ');

/** Quotes may hold more than a payer's words. */
export const refusesComment = (comment: readonly Token[]): boolean =>
  comment.some(({ kind, text }) => kind === 'word' && begins(text, REFUSED_COMMENT));

const TO_ANOTHER = words('получатель получателю получателя клиенту');
/** Words of an event that did not happen, has not happened yet, or is only wished for. */
const NOT_DONE = stems(`
  отклон отмен отказ недостаточн код пароль возврат запрос прос подтверд подтвержд ошибк одобр кэшб кешб cashb если чтоб
  мошен будет будут може могу не нет нельзя вам просит завтра скоро оформи получите выгод скидк акци бонус невозможн неуспеш
  возможн доступн попробуй оплатите внесите переведите введите начисл процент преавторизац резерв бронирован предоплат`);

/** Whether money went out, or was on its way. */
export function isOutgoing({ remains, amounts }: Details): boolean {
  if (amounts.length === 0 || remains.some((word) => begins(word, NOT_DONE))) return false;
  const says = (list: ReadonlySet<string>) => remains.some((word) => list.has(word));
  if (remains.includes('-{amount}') || says(SPENT)) return true;
  const from = remains.some((word, n) => word === '{account}' && /^со?$/.test(remains[n - 1] ?? ''));
  return (
    remains.includes(fold('перевод')) && (from || says(TO_ANOTHER) || remains.join(' ').includes(`${fold('в')} {bank}`))
  );
}

const SUBJECTS = stems('карт счет счёт доступ операции обслуживан онлайн кабинет банк дбо');
const BLOCKED = words(`
  заблокирован заблокирована заблокированы заблокировано заблокировали арестован арестована арестованы арест ограничен ограничена
  ограничены ограничили приостановлен приостановлена приостановлены приостановлено приостановили заморожен заморожена заморожены`);
/** Words that make of a sentence advice, a threat, a fear, a story, or somebody else's affair. */
const NOT_OURS = stems(`
  не если чтоб когда може могу возмож будет будут мошен якоб пишут говор сообщает сообщил утверж узнай избеж риск как
  получател просят срок предложен количеств акци подар разблокир сумма средства операция операцию перевод платеж покупка
  технич планов профилактич прием банкомат`);
const ARRESTED = words('арест арестован арестована арестованы');
const MAX_WORDS_APART = 8;

/** A sentence that says in plain words that a card, an account or the access to them is closed. */
function saysBlocked(sentence: readonly Token[]): boolean {
  const at = sentence.findIndex(({ text }) => BLOCKED.has(text));
  if (at < 0 || sentence.some(({ kind, text }) => kind === 'quote' || text === '?' || begins(text, NOT_OURS)))
    return false;
  // A sum is held, not the card that it is on; an arrest may name how much is sought.
  if (sentence.some(({ kind }) => kind === 'amount') && !ARRESTED.has(sentence[at]?.text ?? '')) return false;
  return sentence.some(
    (token, n) => Math.abs(n - at) <= MAX_WORDS_APART && (token.kind === 'tail' || begins(token.text, SUBJECTS)),
  );
}

const LAW = /(?<!\d)(?:115|161)[ -]?фз(?!\p{L})/u;
/** A bank that names the law to its client has something to demand. */
const DEMANDS = stems('документ приостан ограничен заблокир отказ соответств основан требован');
const TEACHES = stems('узнай как если чтоб може могу вебинар читай стат мошен консульт избеж совет');

function namesTheLaw({ folded }: Text, tokens: readonly Token[]): boolean {
  const says = (list: readonly string[]) => tokens.some(({ text }) => begins(text, list));
  return LAW.test(folded) && says(DEMANDS) && !says(TEACHES);
}

function* sentences({ folded }: Text, tokens: readonly Token[]): Generator<Token[]> {
  let sentence: Token[] = [];
  let end = 0;
  for (const token of tokens) {
    if (sentence.length > 0 && /[.!;\n]/.test(folded.slice(end, token.at))) {
      yield sentence;
      sentence = [];
    }
    // `!` is a token of its own.
    if (token.text !== '!') sentence.push(token);
    end = token.text === '!' ? token.at : token.end;
  }
  yield sentence;
}

/** The bank says that the card or the account that it writes of takes no more. */
export function isBlock(text: Text, tokens: readonly Token[]): boolean {
  if (namesTheLaw(text, tokens)) return true;
  for (const sentence of sentences(text, tokens)) if (saysBlocked(sentence)) return true;
  return false;
}
