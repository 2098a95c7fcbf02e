import { fold, type Text } from './normalise.ts';

// What applications put around a message, and banks behind it, that says nothing of the money. Each is known to the word: a
// sum, a minus, a code or a refusal is in none of them.

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

const listed = (lines: string): ReadonlySet<string> =>
  new Set(
    lines
      .trim()
      .split('\n')
      .flatMap((line) => choices(line)),
  );

/** Titles of notifications. */
const TITLES = listed(`
  уведомление|сообщение|операция
  новое уведомление|сообщение
  сообщение|уведомление от|из банка
  перевод|пополнение|зачисление|поступление
  входящий|новый перевод
  перевод по|через сбп
  пополнение|зачисление|поступление по|через сбп
  пополнение|поступление|зачисление на карту|счет
  пополнение карты|счета
  зачисление|поступление средств|денег
  деньги|средства поступили|зачислены`);

/** Last sentences. */
const LAST = listed(`
  подробнее|подробности|детали|все_подробности|все_детали|подробности_операции|детали_операции в|во приложении|мобильном_приложении|приложении_банка|личном_кабинете|сбербанк_онлайн|сбербанк_онлайне
  подробнее|подробности|детали смотрите|можно_посмотреть|доступны в приложении|мобильном_приложении|личном_кабинете
  посмотрите|смотрите подробности|детали в приложении|мобильном_приложении|личном_кабинете
  никому|никогда_никому не сообщайте|говорите|называйте|передавайте код|коды|код_из_смс|коды_из_смс|коды_из_sms|код_из_sms|пароль|пароли|коды_и_пароли|пароли_и_коды|пароль_и_код|код_и_пароль|данные_карты|пин-код|пароли_и_коды_из_смс|коды_и_пароли_из_смс
  не сообщайте|говорите|называйте|передавайте никому код|коды|код_из_смс|коды_из_смс|пароль|пароли|коды_и_пароли|пароли_и_коды|данные_карты|пин-код
  не сообщайте|говорите|называйте код|коды|код_из_смс|коды_из_смс|пароль|пароли|коды_и_пароли|данные_карты|пин-код никому|посторонним|третьим_лицам
  хорошего|отличного дня
  желаем|желаем_вам хорошего|отличного дня
  спасибо что вы_с_нами|выбираете_нас|выбрали_нас|пользуетесь_нашими_услугами
  спасибо за доверие
  с уважением банк|ваш_банк
  с уважением`);

/** Words alone, with what may stand between and behind them: a digit or another sign may mean something. */
const WORDS = /^[\p{L}\s,.!-]+$/u;
const LONGEST = 80;

const said = (text: string): string =>
  text.length <= LONGEST && WORDS.test(text)
    ? text
        .replaceAll(/[\s,.!]+/g, ' ')
        .replaceAll(/ - /g, ' ')
        .trim()
    : '';

const part = ({ plain, folded }: Text, from: number, to: number): Text => ({
  plain: plain.slice(from, to),
  folded: folded.slice(from, to),
});

/** The text without a title of harmless words, which has a line to itself; the same text when there is none. */
function withoutTitle(text: Text): Text {
  const end = text.folded.indexOf('\n');
  return end > 0 && TITLES.has(said(text.folded.slice(0, end))) ? part(text, end + 1, text.folded.length) : text;
}

const MAX_LAST = 2;
/** What a sentence ends with; the sign stays with what it ends. */
const END = /[.!;\n](?=[\s\p{L}])/gu;

function withoutLastOne(text: Text): Text {
  const at = [...text.folded.matchAll(END)].findLast(({ index }) => text.folded.length - index <= LONGEST && index > 0);
  if (at === undefined) return text;
  return LAST.has(said(text.folded.slice(at.index + 1))) ? part(text, 0, at.index + 1) : text;
}

/** The text without one or two last sentences of harmless words; the same text when there is none. */
function withoutLast(text: Text): Text {
  let rest = text;
  for (let n = 0; n < MAX_LAST; n += 1) rest = withoutLastOne(rest);
  return rest;
}

/** What may be read of a text when the whole of it cannot: it, without what says nothing of the money. At most three. */
export function withoutHarmless(text: Text): Text[] {
  const [untitled, shortened] = [withoutTitle(text), withoutLast(text)];
  const found: Text[] = [];
  if (shortened !== text) found.push(shortened);
  if (untitled !== text) found.push(untitled);
  if (shortened !== text && untitled !== text) found.push(withoutLast(untitled));
  return found;
}
