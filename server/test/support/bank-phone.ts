import { receiveMessage } from '../../src/modules/matching/index.ts';
import { newId } from '../../src/kernel/ids.ts';
import type { Kantor } from './kantor.ts';

/** Words of Sberbank, bank 1, which names the account; and of T-Bank, bank 2, which names none. */
export const sber = (roubles: string, tail = '4321') => ({
  application: '900',
  text: `СЧЁТ${tail} 12:01 Перевод из Т-Банк +${roubles}р от Иван И. Баланс: 20000.50р`,
});
export const tbank = (roubles: string) => ({
  application: 'com.idamob.tinkoff.android',
  text: `Пополнение, счет RUB. ${roubles} ₽. Иван И. Доступно 20000 ₽`,
});
export const SBER = 1;
export const TBANK = 2;

type Said = ReturnType<typeof sber>;
interface Manner {
  messageId?: string;
  heardAt?: Date;
  phoneTime?: Date;
}

/** A cabinet's phone: it hears a bank, by default now, and tells of it. */
export const createBankPhone =
  (kantor: Pick<Kantor, 'db' | 'clock' | 'turns'>, cabinet: { id: string; traderId: string }) =>
  ({ application, text }: Said, manner: Manner = {}) =>
    receiveMessage(kantor, cabinet, {
      messageId: newId(kantor.clock()),
      phone: '',
      application,
      text,
      plainRequest: '{}',
      heardAt: kantor.clock(),
      ...manner,
    });
