import { after } from '../../kernel/clock.ts';
import { between, pick, type Random } from './random.ts';

const MOSCOW_OFFSET = 3 * 3600_000;

/** What a message is about. Money in kopecks. */
interface Payment {
  amount: bigint;
  payer: string;
  /** Last digits of the card or the account. */
  tail: string;
  balance: bigint;
  /** `HH:MM`, Moscow. */
  time: string;
}

interface Bank {
  /** As Android calls it; `900` is Sberbank's number for SMS. */
  application: string;
  income: (payment: Payment) => string;
}

const whole = (kopecks: bigint) => String(kopecks / 100n);
const cents = (kopecks: bigint) => String(kopecks % 100n).padStart(2, '0');
/** `1500`, `1500.50` */
const dotted = (kopecks: bigint) => (kopecks % 100n === 0n ? whole(kopecks) : `${whole(kopecks)}.${cents(kopecks)}`);
/** `1 500`, `1 500,50`, with no-break spaces */
const spaced = (kopecks: bigint) =>
  whole(kopecks).replaceAll(/\B(?=(\d{3})+$)/g, '\u00A0') + (kopecks % 100n === 0n ? '' : `,${cents(kopecks)}`);

const OTHER: Bank = {
  application: 'ru.nspk.sbpay',
  income: ({ amount, payer }) => `Вам перевели ${spaced(amount)} ₽ по СБП. Отправитель: ${payer}`,
};

/** Banks by their id. */
const BANKS: Record<number, Bank> = {
  1: {
    application: '900',
    income: ({ amount, payer, tail, balance, time }) =>
      `СЧЁТ${tail} ${time} Перевод из Т-Банк +${dotted(amount)}р от ${payer} Баланс: ${dotted(balance)}р`,
  },
  2: {
    application: 'com.idamob.tinkoff.android',
    income: ({ amount, payer, balance }) =>
      `Пополнение, счет RUB. ${spaced(amount)} ₽. ${payer} Доступно ${spaced(balance)} ₽`,
  },
  3: {
    application: 'ru.alfabank.mobile.android',
    income: ({ amount, payer, tail, balance }) =>
      `+${spaced(amount)} ₽ на ··${tail}. ${payer} Перевод по СБП. Остаток ${spaced(balance)} ₽`,
  },
  4: {
    application: 'ru.vtb24.mobilebanking.android',
    income: ({ amount, payer, tail, balance, time }) =>
      `Поступление ${dotted(amount)}р Счет*${tail} от ${payer.toUpperCase()} Баланс ${dotted(balance)}р ${time}`,
  },
  5: {
    application: 'ru.raiffeisennews',
    income: ({ amount, payer }) => `${payer}: входящий перевод ${spaced(amount)} RUB`,
  },
  6: {
    application: 'ru.gazprombank.android.mobilebank.app',
    income: ({ amount, payer, balance, time }) =>
      `Зачислен перевод по СБП ${dotted(amount)} RUR от ${payer} Доступно ${dotted(balance)} RUR ${time}`,
  },
  7: {
    application: 'ru.ozon.fintech.finance',
    income: ({ amount, payer }) => `Пополнение на ${spaced(amount)} ₽. ${payer}`,
  },
};

const PAYERS = ['Иван И.', 'Анна К.', 'Дмитрий С.', 'Ольга В.', 'Сергей П.', 'Мария Л.', 'Артём Г.', 'Наталья Ш.'];

export interface Message {
  application: string;
  text: string;
}

export interface Account {
  bankId: number;
  tail: string;
}

function drawPayment(random: Random, { tail }: Account, amount: bigint, at: Date): Payment {
  return {
    amount,
    tail,
    payer: pick(
      random,
      PAYERS.map((payer) => [payer, 1] as const),
    ),
    balance: BigInt(Math.round(between(random, 100_000, 30_000_000))),
    time: after(at, MOSCOW_OFFSET).toISOString().slice(11, 16),
  };
}

const bankOf = ({ bankId }: Account) => BANKS[bankId] ?? OTHER;

/** What the account's bank says of money that came. */
export function incomeMessage(random: Random, account: Account, amount: bigint, at: Date): Message {
  const { application, income } = bankOf(account);
  return { application, text: income(drawPayment(random, account, amount, at)) };
}

/** What else banks say: none of it pays an order. */
const NOISE: readonly (readonly [text: (payment: Payment) => string, weight: number])[] = [
  [({ amount, payer, balance }) => `Перевод ${dotted(amount)}р. Получатель: ${payer} Баланс: ${dotted(balance)}р`, 4],
  [({ amount, tail, time }) => `*${tail} ${time} Покупка ${dotted(amount)}р PYATEROCHKA 4471`, 3],
  [({ tail }) => `Никому не сообщайте код 48${tail}. Вход в мобильный банк`, 3],
  [({ amount, tail }) => `Отказ. Карта *${tail}: недостаточно средств для операции ${dotted(amount)}р`, 1],
  [({ tail, balance }) => `Баланс карты *${tail}: ${dotted(balance)}р`, 2],
  [() => 'Вклад «Лучший процент»: до 18% годовых. Откройте в приложении', 1],
];

export function noiseMessage(random: Random, account: Account, at: Date): Message {
  const amount = BigInt(Math.round(between(random, 2, 90)) * 5000);
  const text = pick(random, NOISE);
  return { application: bankOf(account).application, text: text(drawPayment(random, account, amount, at)) };
}
