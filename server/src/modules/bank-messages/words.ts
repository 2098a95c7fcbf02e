import { fold } from './normalise.ts';

/** Russian words in Latin letters, as banks write them. */
const TRANSLITERATED: Readonly<Record<string, string>> = {
  ...{ postuplenie: 'поступление', postupleniye: 'поступление', popolnenie: 'пополнение', popolneniye: 'пополнение' },
  ...{ zachislen: 'зачислен', zachisleno: 'зачислено', zachislenie: 'зачисление', zachisleniye: 'зачисление' },
  ...{ perevod: 'перевод', poluchen: 'получен', postupil: 'поступил', prihod: 'приход', popolnilsya: 'пополнился' },
  ...{ beznalichnoe: 'безналичное', platezh: 'платеж', nomera: 'номера', ispolnen: 'исполнен', vashey: 'вашей' },
  ...{ summa: 'сумма', summu: 'сумму', ostatok: 'остаток', dostupno: 'доступно', balans: 'баланс', balance: 'баланс' },
  ...{ dostupny: 'доступный', dostupnyi: 'доступный', dostupnyj: 'доступный', dostupniy: 'доступный' },
  ...{
    ispolzovano: 'использовано',
    sobstv: 'собств',
    sredstva: 'средства',
    karta: 'карта',
    karty: 'карты',
    kartu: 'карту',
  },
  ...{
    karte: 'карте',
    schet: 'счет',
    scheta: 'счета',
    schetu: 'счету',
    schyot: 'счет',
    na: 'на',
    ot: 'от',
    iz: 'из',
    po: 'по',
  },
  ...{
    so: 'со',
    s: 'с',
    v: 'в',
    sbp: 'сбп',
    ne: 'не',
    uspeshno: 'успешно',
    msk: 'мск',
    oplata: 'оплата',
    pokupka: 'покупка',
  },
  ...{ spisanie: 'списание', spisano: 'списано', spisan: 'списан', snyatie: 'снятие', vydacha: 'выдача', kod: 'код' },
  ...{ parol: 'пароль', otkaz: 'отказ', otmena: 'отмена', nedostatochno: 'недостаточно', otklonena: 'отклонена' },
  ...{ zablokirovana: 'заблокирована', zablokirovan: 'заблокирован', poluchatel: 'получатель', operaciya: 'операция' },
};
const FROM_LATIN = new Map(Object.entries(TRANSLITERATED).map(([latin, russian]) => [fold(latin), fold(russian)]));

/** A folded word as it is looked for. */
export const russian = (word: string): string => FROM_LATIN.get(word) ?? word;

const words = (list: string) => new Set(list.split(/\s+/).map(fold));
const phrases = (list: string) => list.split(',').map((phrase) => fold(phrase.trim()).split(/\s+/).map(russian));

/** What stands before the last digits of a card or an account, and belongs to them. */
export const CARD_WORDS = words(
  `карта карты карту карте картой счет счета счету счете плат платежный card visa mir мир mc mastercard maestro maes ecmc
  vp es cup orps momentum electron halva халва`,
);

export const PREPOSITIONS = words('от из на с со по в для к до через за');

/** Said before what is left on the account. Longer ones first. */
export const BALANCE_LABELS = phrases(
  `доступный остаток, доступно всего, теперь на счете, теперь на карте, собственные средства, собств средства, в запасе,
  баланс, остаток, доступно, лимит, использовано, доступный лимит, текущий баланс`,
);

export const SBP = phrases(
  'по системе быстрых платежей, через систему быстрых платежей, по номеру телефона, через сбп, по сбп, сбп',
);

/** Banks and ways as other banks name them. A single word that ends in `банк` is one, too. */
export const BANK_NAMES = phrases(
  `сбербанк онлайн, сбербанк, сбер, т-банк, т банк, t-bank, тинькофф банк, тинькофф, tinkoff, альфа-банк, альфа банк, alfa-bank,
  втб онлайн, втб банк, банк втб, втб, vtb, озон банк ozon, озон банк, ozon банк, ozon bank, газпромбанк, райффайзен банк,
  райффайзен, яндекс банк, яндекс пэй, почта банк, мтс-банк, мтс банк, мтс деньги, банк уралсиб, уралсиб, аб россия, банк россия,
  рнкб банк, рнкб, псб, ак барс банк, ак барс, отп банк, мкб, хоум банк, хоум кредит банк, дом.рф, банк дом рф, дом рф,
  банк санкт-петербург, вб банк, wildberries банк, юmoney, кошелек цупис мобильная карта, кошелек цупис, банк открытие, открытие,
  фк открытие, точка, банк точка, банк синара, синара, убрир, ренессанс банк, свой банк, банк зенит, зенит, мтс pay,
  visa money transfer, visa direct, card2card, c2c, c2c amobile, perevod dr bank, perevod mezhdu kartami, telecard, пао почта банк`,
);

/** Beginnings of words that make of a text something that has not happened, or not to us. */
const DENIALS = [
  ...['отклон', 'отмен', 'отказ', 'недостаточн', 'ошибк', 'ошибочн', 'невозможн', 'неуспешн', 'заблокир', 'приостан'],
  ...[
    'ожида',
    'обработк',
    'мошенн',
    'подтвер',
    'возврат',
    'запрос',
    'прос',
    'обещ',
    'вернул',
    'выполн',
    'исполн',
    'зачис',
  ],
].map(fold);

export const denies = (word: string): boolean =>
  word === fold('не') || word === fold('нет') || DENIALS.some((stem) => word.startsWith(stem));
