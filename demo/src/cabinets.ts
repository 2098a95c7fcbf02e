/** A phone and the accounts whose bank messages it receives. */
interface DemoCabinet {
  device: string;
  phone: string;
  isActive?: boolean;
  requisites: readonly DemoRequisite[];
}

export interface DemoRequisite {
  bankId: number;
  name: string;
  fio: string;
  /** Last digits of the card; without them the account is known by its phone. */
  card?: string;
  sbp?: boolean;
  c2c?: boolean;
  /** Whole roubles; no limit when absent. */
  min?: number;
  max?: number;
  /** Minutes between two orders. */
  interval?: number;
  maxDeals?: number;
  maxCurrent?: number;
  isActive?: boolean;
}

const SBERBANK = 1;
const T_BANK = 2;
const ALFA = 3;
const VTB = 4;
const RAIFFEISEN = 5;
const GAZPROM = 6;
const OZON = 7;
const YANDEX = 8;
const SOVCOM = 9;
const POCHTA = 10;

const LONG_NAME = 'Рождественская-Преображенская Александра Константиновна';

export const CABINETS: Record<'trader' | 'trader2', readonly DemoCabinet[]> = {
  trader: [
    {
      device: 'Samsung A54 (основной)',
      phone: '+79990010101',
      requisites: [
        {
          bankId: SBERBANK,
          name: 'Сбер дневной',
          fio: 'Ким Ян',
          card: '4417',
          sbp: true,
          c2c: true,
          min: 300,
          max: 15_000,
          interval: 2,
          maxCurrent: 4,
        },
        {
          bankId: T_BANK,
          name: 'Т-Банк Black',
          fio: 'Соколова Мария Игоревна',
          card: '0932',
          sbp: true,
          c2c: true,
          min: 500,
          max: 60_000,
          maxCurrent: 5,
        },
        {
          bankId: T_BANK,
          name: 'Т-Банк мелкие',
          fio: 'Ли Анна',
          card: '3318',
          sbp: true,
          c2c: true,
          min: 300,
          max: 5000,
          maxCurrent: 4,
        },
        {
          bankId: ALFA,
          name: 'Альфа СБП',
          fio: 'Соколова Мария Игоревна',
          sbp: true,
          min: 1000,
          max: 30_000,
          interval: 5,
          maxCurrent: 3,
        },
        {
          bankId: OZON,
          name: 'Озон мелкие',
          fio: 'Ли Анна',
          card: '7781',
          sbp: true,
          min: 100,
          max: 3000,
          maxCurrent: 6,
        },
      ],
    },
    {
      device: 'Redmi Note 12',
      phone: '+79990010202',
      requisites: [
        {
          bankId: VTB,
          name: 'ВТБ крупные',
          fio: LONG_NAME,
          card: '2260',
          c2c: true,
          min: 10_000,
          max: 150_000,
          interval: 10,
          maxCurrent: 2,
        },
        {
          bankId: RAIFFEISEN,
          name: 'Райфф',
          fio: LONG_NAME,
          card: '5518',
          sbp: true,
          c2c: true,
          min: 1000,
          max: 40_000,
          maxCurrent: 3,
        },
        { bankId: SBERBANK, name: 'Сбер без лимитов', fio: 'Петров Пётр Петрович', card: '8804', sbp: true, c2c: true },
      ],
    },
    {
      device: 'Запасной iPhone SE',
      phone: '+79990010303',
      isActive: false,
      requisites: [
        { bankId: YANDEX, name: 'Яндекс (запас)', fio: 'Ким Ян', card: '1190', sbp: true, min: 500, max: 15_000 },
        {
          bankId: POCHTA,
          name: 'Почта Банк, старая карта',
          fio: 'Петров Пётр Петрович',
          card: '3345',
          c2c: true,
          maxDeals: 40,
          isActive: false,
        },
      ],
    },
  ],
  trader2: [
    {
      device: 'Honor X8',
      phone: '+79990020101',
      requisites: [
        {
          bankId: T_BANK,
          name: 'Т-Банк 1',
          fio: 'Абдурахманов Магомед Гаджимурадович',
          card: '6021',
          sbp: true,
          c2c: true,
          min: 300,
          max: 50_000,
          maxCurrent: 5,
        },
        {
          bankId: SBERBANK,
          name: 'Сбер 1',
          fio: 'Абдурахманов Магомед Гаджимурадович',
          card: '7314',
          sbp: true,
          c2c: true,
          min: 300,
          max: 25_000,
          interval: 1,
          maxCurrent: 4,
        },
        {
          bankId: GAZPROM,
          name: 'Газпром',
          fio: 'Юн Ева',
          card: '4409',
          c2c: true,
          min: 1000,
          max: 70_000,
          interval: 3,
          maxCurrent: 3,
        },
        { bankId: SOVCOM, name: 'Халва', fio: 'Юн Ева', sbp: true, max: 10_000, maxCurrent: 4 },
      ],
    },
    {
      device: 'POCO M5',
      phone: '+79990020202',
      requisites: [
        {
          bankId: ALFA,
          name: 'Альфа 2',
          fio: 'Кузнецов Илья',
          card: '9127',
          sbp: true,
          c2c: true,
          min: 500,
          max: 100_000,
          maxCurrent: 4,
        },
        {
          bankId: OZON,
          name: 'Озон 2',
          fio: 'Кузнецов Илья',
          sbp: true,
          min: 100,
          max: 15_000,
          interval: 2,
          maxCurrent: 4,
        },
        {
          bankId: VTB,
          name: 'ВТБ, выбран лимит',
          fio: 'Кузнецов Илья',
          card: '0456',
          sbp: true,
          c2c: true,
          maxDeals: 60,
          maxCurrent: 2,
        },
        {
          bankId: RAIFFEISEN,
          name: 'Райфф (пауза)',
          fio: 'Юн Ева',
          card: '2873',
          c2c: true,
          min: 2000,
          max: 20_000,
          isActive: false,
        },
      ],
    },
  ],
};

/** The numbers of the demo's phones. A cabinet with another number belongs to a visitor, who has a phone of their own. */
export const PHONES: ReadonlySet<string> = new Set(
  Object.values(CABINETS).flatMap((cabinets) => cabinets.map(({ phone }) => phone)),
);
