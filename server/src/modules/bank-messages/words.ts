import { fold } from './normalise.ts';

/** Russian words, and how banks write them in Latin letters. */
const TRANSLITERATED = `
  поступление postuplenie postupleniye, пополнение popolnenie popolneniye, зачислен zachislen, зачислено zachisleno,
  зачисление zachislenie zachisleniye, перевод perevod, получен poluchen, поступил postupil, приход prihod,
  пополнился popolnilsya, безналичное beznalichnoe, платеж platezh, номера nomera, исполнен ispolnen, вашей vashey,
  сумма summa, сумму summu, остаток ostatok, доступно dostupno, баланс balans balance,
  доступный dostupny dostupnyi dostupnyj dostupniy, использовано ispolzovano, собств sobstv, средства sredstva,
  карта karta, карты karty, карту kartu, карте karte, счет schet schyot, счета scheta, счету schetu, на na, от ot, из iz,
  по po, со so, с s, в v, сбп sbp, не ne, успешно uspeshno, мск msk, оплата oplata, покупка pokupka, списание spisanie,
  списано spisano, списан spisan, снятие snyatie, выдача vydacha, код kod, пароль parol, отказ otkaz, отмена otmena,
  недостаточно nedostatochno, отклонена otklonena, заблокирована zablokirovana, заблокирован zablokirovan,
  получатель poluchatel, операция operaciya, контракт kontrakt`;
const FROM_LATIN = new Map(
  TRANSLITERATED.split(',').flatMap((entry) => {
    const [russian = '', ...latin] = entry.trim().split(' ').map(fold);
    return latin.map((word) => [word, russian] as const);
  }),
);

/** A folded word as it is looked for. */
export const russian = (word: string): string => FROM_LATIN.get(word) ?? word;

/** The words of a list, apart by spaces. */
export const stems = (list: string): readonly string[] => list.trim().split(/\s+/).map(fold);
export const words = (list: string): ReadonlySet<string> => new Set(stems(list));

/** Phrases by their first words. */
export type Phrases = ReadonlyMap<string, readonly (readonly string[])[]>;

export const byFirstWord = (phrases: readonly (readonly string[])[]): Phrases =>
  Map.groupBy(phrases, ([first = '']) => first);

/** The phrases of a list, apart by commas. */
const phrases = (list: string): Phrases =>
  byFirstWord(list.split(',').map((phrase) => fold(phrase.trim()).split(/\s+/).map(russian)));

/** Words that stand before the last digits of a card or an account, and belong to them. */
export const CARD_WORDS = words(
  `карта карты карту карте картой счет счета счету счете плат платежный card visa mir мир mc mastercard maestro maes ecmc
  vp es cup orps momentum electron halva халва no ваш ваша вашу вашей вашего сберкарта сберкарты сберкарту sbercard classic gold
  platinum infinite signature digital world standard контракт контракта контракту`,
);

export const PREPOSITIONS = words('от из на с со по в для к до через за');

/** Labels of the balance. */
export const BALANCE_LABELS = phrases(
  `доступный остаток, доступно всего, теперь на счете, теперь на карте, остаток на счете,
  остаток на карте, собственные средства, собств средства, в запасе,
  баланс, остаток, доступно, лимит, использовано, доступный лимит, текущий баланс`,
);

export const SBP = phrases(
  'по системе быстрых платежей, через систему быстрых платежей, по номеру телефона, через сбп, по сбп, сбп',
);

/** The client's own account, where none is named. */
export const OWN_ACCOUNT = phrases('счет rub, счет в рублях');

/** Banks and ways as other banks name them. A single word that ends in `банк` is one, too. */
export const BANK_NAMES = phrases(
  `сбербанк онлайн, сбербанк, сбер, т-банк, т банк, t-bank, тинькофф банк, тинькофф, tinkoff, альфа-банк, альфа банк, alfa-bank,
  втб онлайн, втб банк, банк втб, втб, vtb, озон банк ozon, озон банк, ozon банк, ozon bank, газпромбанк, райффайзен банк,
  райффайзен, яндекс банк, яндекс пэй, почта банк, мтс-банк, мтс банк, мтс деньги, банк уралсиб, уралсиб, аб россия, банк россия,
  рнкб банк, рнкб, псб, ак барс банк, ак барс, отп банк, мкб, хоум банк, хоум кредит банк, дом.рф, банк дом рф, дом рф,
  банк санкт-петербург, вб банк, wildberries банк, юmoney, кошелек цупис мобильная карта, кошелек цупис, банк открытие, открытие,
  русский стандарт, банк русский стандарт, абсолют банк, локо-банк, локо банк, кредит европа банк, ббр банк, вайлдберриз банк,
  фора-банк, сдм-банк, бкс банк, инго банк, таврический банк, банк левобережный, банк финам, банк авангард, банк хлынов,
  азиатско-тихоокеанский банк, юникредит банк, солид банк, норвик банк, тимер банк, кубань кредит, центр-инвест,
  фк открытие, точка, банк точка, банк синара, синара, убрир, ренессанс банк, свой банк, банк зенит, зенит, мтс pay,
  др банк, другой банк, visa money transfer, visa direct, card2card, c2c, c2c amobile, perevod mezhdu kartami, telecard`,
);

/** Banks' words for money that goes out. */
export const SPENT = words(`
  покупка оплата оплачено списание списано списан снятие выдача платеж заплатили сняли перевели отправили исходящий
  исходящии отправлен отправлены автоплатеж`);
