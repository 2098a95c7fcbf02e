import { between, pick, type Random } from './random.ts';

/** Money that came to an account, in kopecks. */
export interface Income {
  amount: bigint;
  /** Afterwards. */
  balance: bigint;
  /** The last digits of the account's card or number. */
  tail: string;
  payer: Payer;
  at: Date;
}

interface Payer {
  name: string;
  patronymic: string;
  initial: string;
  bank: string;
}

export interface BankMessage {
  /** The application's package, or the sender of the SMS. */
  application: string;
  text: string;
}

const NAMES = [
  ['Иван', 'Сергеевич'],
  ['Анна', 'Петровна'],
  ['Дмитрий', 'Олегович'],
  ['Ольга', 'Викторовна'],
  ['Рустам', 'Маратович'],
  ['Мария', 'Андреевна'],
  ['Артём', 'Игоревич'],
  ['Наталья', 'Юрьевна'],
] as const;
const INITIALS = 'АБВГДЕКЛМНПРСТ';
const PAYERS_BANKS = ['Сбербанк', 'Т-Банк', 'Альфа-Банк', 'ВТБ', 'Газпромбанк', 'Ozon банк'] as const;

export function drawPayer(random: Random): Payer {
  const [name, patronymic] = pick(random, NAMES);
  return { name, patronymic, initial: `${pick(random, Array.from(INITIALS))}.`, bank: pick(random, PAYERS_BANKS) };
}

const whole = (kopecks: bigint) => String(kopecks / 100n);
const cents = (kopecks: bigint) => String(kopecks % 100n).padStart(2, '0');
const isRound = (kopecks: bigint) => kopecks % 100n === 0n;
/** `1500.00` */
const full = (kopecks: bigint) => `${whole(kopecks)}.${cents(kopecks)}`;
/** `1500`, `1500.5` */
const short = (kopecks: bigint) => (isRound(kopecks) ? whole(kopecks) : full(kopecks).replace(/0$/, ''));
/** `1 500`, `1 500,50`, with no-break spaces. */
const spaced = (kopecks: bigint) =>
  whole(kopecks).replaceAll(/\B(?=(\d{3})+$)/g, '\u00A0') + (isRound(kopecks) ? '' : `,${cents(kopecks)}`);

/** `2026-11-20 12:01` */
const MOSCOW_TIME = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Moscow',
  dateStyle: 'short',
  timeStyle: 'short',
});
const time = ({ at }: Income) => MOSCOW_TIME.format(at).slice(11);
const date = ({ at }: Income) => MOSCOW_TIME.format(at).slice(2, 10).split('-').toReversed().join('.');
const person = ({ payer: { name, initial } }: Income) => `${name} ${initial}`;
const fullName = ({ payer: { name, patronymic, initial } }: Income) => `${name} ${patronymic} ${initial}`;

/** One form of a bank's message, as an SMS or as a notification of its application. */
type Line = readonly [application: string, text: (income: Income) => string];

const SBER = '900';
const SBER_PUSH = 'ru.sberbankmobile';
const TBANK = 'com.idamob.tinkoff.android';
const ALFA = 'ru.alfabank.mobile.android';
const VTB = 'ru.vtb24.mobilebanking.android';
const RAIFFEISEN = 'ru.raiffeisennews';
const GAZPROM = 'ru.gazprombank.android.mobilebank.app';
const OZON = 'ru.ozon.fintech.finance';
const YANDEX = 'com.yandex.bank';
const SOVCOM = 'ru.sovcomcard.halva.v1';
const POCHTA = 'PochtaBank';
const MTS = 'MTS-Bank';
const RSHB = 'RSHB';

/** Messages about money that came, by the bank's name. */
const INCOMES: Readonly<Record<string, readonly Line[]>> = {
  Сбербанк: [
    [
      SBER,
      (i) =>
        `СЧЁТ${i.tail} ${time(i)} Перевод из ${i.payer.bank} +${short(i.amount)}р от ${person(i).toUpperCase()} Баланс: ${short(i.balance)}р`,
    ],
    [SBER, (i) => `СЧЁТ${i.tail} ${time(i)} Перевод ${short(i.amount)}р от ${person(i)} Баланс: ${short(i.balance)}р`],
    [
      SBER_PUSH,
      (i) =>
        `Перевод от ${fullName(i).toUpperCase()}\n+ ${spaced(i.amount)} ₽ — Баланс: ${spaced(i.balance)} ₽ СЧЁТ •• ${i.tail}`,
    ],
  ],
  'Т-Банк': [
    [TBANK, (i) => `Пополнение на ${spaced(i.amount)} ₽, счет RUB. ${person(i)} Доступно ${spaced(i.balance)} ₽`],
    ['T-Bank', (i) => `Пополнение, счет RUB. ${short(i.amount)} RUB. ${person(i)} Доступно ${short(i.balance)} RUB`],
  ],
  'Альфа-Банк': [
    [ALFA, (i) => `Поступление ${full(i.amount)} RUR по СБП от ${person(i).toUpperCase()}`],
    [ALFA, (i) => `Перевод на сумму ${full(i.amount)} RUR из ${i.payer.bank} от ${person(i)} по СБП.`],
  ],
  ВТБ: [
    [
      VTB,
      (i) =>
        `Поступление ${full(i.amount)}р Счет*${i.tail} от ${person(i).toUpperCase()} Баланс ${full(i.balance)}р ${time(i)}`,
    ],
    [VTB, (i) => `Вам перевели ${spaced(i.amount)} ₽\n${person(i)}, ${i.payer.bank}`],
  ],
  'Райффайзен Банк': [
    [
      'Raiffeisen',
      (i) => `Karta *${i.tail}. Zachisleno ${full(i.amount)} RUB. Balans ${full(i.balance)} RUB. ${date(i)}`,
    ],
    [
      RAIFFEISEN,
      (i) => `${spaced(i.amount)} ₽ от ${person(i)}, ${i.payer.bank}. Теперь на счете ${spaced(i.balance)} ₽`,
    ],
  ],
  Газпромбанк: [
    [
      GAZPROM,
      (i) => `Зачислен перевод по СБП ${full(i.amount)} RUR от ${person(i)} Доступно ${full(i.balance)} RUR ${time(i)}`,
    ],
    ['GPB', (i) => `*${i.tail} Получен перевод ${short(i.amount)}р СБП ${date(i)} Доступно ${short(i.balance)}р`],
  ],
  'Озон Банк': [
    [
      OZON,
      (i) =>
        `Пополнение через СБП на ${spaced(i.amount)} ₽. ${fullName(i)} ${i.payer.bank}. Баланс ${spaced(i.balance)} ₽`,
    ],
    [OZON, (i) => `Пополнение на ${spaced(i.amount)} ₽. ${person(i)} Доступно ${spaced(i.balance)} ₽`],
  ],
  'Яндекс Банк': [
    [YANDEX, (i) => `Поступил перевод ${spaced(i.amount)} ₽ из ${i.payer.bank} от ${person(i)}`],
    [YANDEX, (i) => `+${spaced(i.amount)} ₽\n${person(i)} Перевод по СБП. Доступно ${spaced(i.balance)} ₽`],
  ],
  Совкомбанк: [
    [SOVCOM, (i) => `Поступил перевод ${spaced(i.amount)} ₽ из ${i.payer.bank} от ${person(i)}`],
    ['Sovcombank', (i) => `Зачислен перевод по СБП ${full(i.amount)}р от ${person(i)}`],
  ],
  'Почта Банк': [
    [POCHTA, (i) => `Зачислен перевод по СБП ${full(i.amount)}р от ${person(i)} Доступно ${full(i.balance)}р`],
  ],
  'МТС Банк': [[MTS, (i) => `Поступление ${full(i.amount)}р. ${person(i)} через СБП.`]],
  Россельхозбанк: [
    [RSHB, (i) => `Успешный перевод СБП. ${fullName(i)} из ${i.payer.bank} Зачислено ${full(i.amount)} RUR`],
  ],
};

/** Banks that send two messages about one transfer, with different contents. */
const PAIRS: Readonly<Record<string, readonly [Line, Line]>> = {
  Сбербанк: [
    [
      SBER,
      (i) => `VISA${i.tail} ${time(i)} зачисление ${short(i.amount)}р ${i.payer.bank} Баланс: ${short(i.balance)}р`,
    ],
    [SBER, (i) => `VISA${i.tail} ${time(i)} ${person(i)} перевел(а) вам ${short(i.amount)}р.`],
  ],
};

const OTHER: readonly Line[] = [
  ['ru.nspk.sbpay', (i) => `Вам перевели ${spaced(i.amount)} ₽ по СБП. Отправитель: ${person(i)}`],
];

const write = ([application, text]: Line, income: Income): BankMessage => ({ application, text: text(income) });

/** The bank's message about money that came. */
export const incomeMessage = (random: Random, bank: string, income: Income): BankMessage =>
  write(pick(random, INCOMES[bank] ?? OTHER), income);

/** Two messages about the same money: a pair that belongs together, or an SMS and a notification. */
export function incomeMessageTwice(random: Random, bank: string, income: Income): readonly [BankMessage, BankMessage] {
  const lines = INCOMES[bank] ?? OTHER;
  const [first, second] = PAIRS[bank] ?? [lines[0], lines.at(-1)];
  return first && second
    ? [write(first, income), write(second, income)]
    : [incomeMessage(random, bank, income), incomeMessage(random, bank, income)];
}

const purchase = (i: Income) =>
  `Покупка ${short(i.amount)}р, карта *${i.tail}. PYATEROCHKA 4471. Баланс: ${short(i.balance)}р`;

/** Messages that are not about a payer's money. */
const NOISE: readonly ((income: Income) => string)[] = [
  purchase,
  (i) => `Списание ${full(i.amount)} RUB. YANDEX.GO. Доступно ${full(i.balance)} RUB`,
  (i) => `Перевод ${short(i.amount)}р. Получатель: ${person(i)} Баланс: ${short(i.balance)}р`,
  (i) => `Никому не сообщайте код 481${String(i.at.getTime()).slice(-3)}. Вход в мобильный банк`,
  (i) => `Отказ. Покупка ${short(i.amount)}р: недостаточно средств`,
  (i) => `Баланс карты *${i.tail}: ${short(i.balance)}р`,
  (i) => `${person(i)} просит перевести ${short(i.amount)}р`,
  () => 'Вклад «Лучший процент»: до 18% годовых. Пополнение от 1000р. Откройте в приложении',
  (i) => `Возврат покупки ${short(i.amount)}р OZON. Баланс: ${short(i.balance)}р`,
];

/** A sum for `noiseMessage`, in kopecks. */
export const drawNoiseAmount = (random: Random): bigint => BigInt(Math.round(between(random, 5_000, 400_000)));

const writeAs = (random: Random, bank: string, text: string): BankMessage => {
  const [application] = pick(random, INCOMES[bank] ?? OTHER);
  return { application, text };
};

/** One of the bank's other messages; the sum and the balance are those of `income`. */
export const noiseMessage = (random: Random, bank: string, income: Income): BankMessage =>
  writeAs(random, bank, pick(random, NOISE)(income));

/** The bank's message of a purchase; the sum and the balance are those of `income`. */
export const purchaseMessage = (random: Random, bank: string, income: Income): BankMessage =>
  writeAs(random, bank, purchase(income));
