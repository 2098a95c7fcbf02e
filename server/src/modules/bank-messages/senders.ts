/** The names under which a bank speaks: every one is matched as a whole. */
interface BankSenders {
  /** Its name in the table of banks. */
  bank: string;
  /** Packages of its applications. */
  packages: readonly string[];
  /** Names of its SMS, and names under which phones show its applications. */
  names: readonly string[];
}

// Where the names are from:
// - packages: the catalogue of RuStore (rustore.ru/catalog/app/<package>) and Google Play, as the routing lists of VPN
//   applications quote them (v2rayNG's presets for Russia); the tables of public payment gateways and forwarders of
//   notifications (ru.akbars.mobile, ru.uralsib.mobile, ru.rnkb.dbo, ru.dom.rfbank, ru.ubrr.mobile);
// - names of SMS: real messages in public parsers of SMS and budget applications (RSB.RU, RNCB, ABR Direct, UniCredit,
//   AVANGARD, ZENIT, BSPB, Tochka, YooMoney, Bank_DOM.RF), and the fixtures in server/test/bank-messages.
// A name goes in only when it was seen on a message. A shop's application, a messenger and a wallet's are nobody's bank.

/** Banks with a grammar of their own. */
const WITH_GRAMMAR: readonly BankSenders[] = [
  {
    bank: 'Сбербанк',
    packages: ['ru.sberbankmobile', 'ru.sberbank.android', 'ru.sberbank', 'ru.sberbank.sbbol'],
    names: ['900', 'Sberbank', 'Сбербанк', 'Сбер', 'Sber', 'СберБанк Онлайн', 'SberBank Online', 'ПАО Сбербанк'],
  },
  {
    bank: 'Т-Банк',
    packages: [
      'com.idamob.tinkoff.android',
      'ru.tinkoff',
      'ru.tinkoff.mobile',
      'ru.tinkoff.sme',
      'ru.tbank.mobile',
      'ru.tcsbank.android',
    ],
    names: [
      'T-Bank',
      'TBank',
      'Т-Банк',
      'Tinkoff',
      'Tinkoff.ru',
      'Тинькофф',
      'Тинькофф Банк',
      'Tinkoff Bank',
      'T-Банк',
      'Т-Бизнес',
      'T Bank',
      'ТБанк',
    ],
  },
  {
    bank: 'Альфа-Банк',
    packages: ['ru.alfabank.mobile.android', 'ru.alfabank', 'ru.alfabank.oavdo.amc'],
    names: ['Alfa-Bank', 'AlfaBank', 'Альфа-Банк', 'Альфа', 'Alfa', 'Альфа-Мобайл', 'Alfa-Mobile'],
  },
  {
    bank: 'ВТБ',
    packages: ['ru.vtb24.mobilebanking.android', 'ru.vtb24', 'ru.vtb', 'ru.vtb.mobile'],
    names: ['VTB', 'ВТБ', 'VTB24', 'ВТБ Онлайн', 'VTB-Online', 'VTB Bank', 'Банк ВТБ'],
  },
  {
    bank: 'Райффайзен Банк',
    packages: [
      'ru.raiffeisennews',
      'ru.raiffeisen.mobile.new',
      'ru.raiffeisen',
      'ru.raiffeisenbank',
      'ru.raiffeisen.rmcp',
    ],
    names: [
      'Raiffeisen',
      'Raiffeisen.',
      'Raiffeisenbank',
      'Raiffeisen Bank',
      'Райффайзен',
      'Райффайзен Банк',
      'Райффайзенбанк',
      'Райффайзен Онлайн',
    ],
  },
  {
    bank: 'Газпромбанк',
    packages: ['ru.gazprombank.android.mobilebank.app', 'ru.gazprombank.android', 'ru.gazprombank'],
    names: ['GPB', 'Gazprombank', 'Газпромбанк', 'ГПБ', 'Telecard', 'GPBank', 'Телекард'],
  },
  {
    bank: 'Озон Банк',
    packages: ['ru.ozon.fintech.finance', 'ru.ozonbank', 'ru.ozon.bank'],
    names: ['OzonBank', 'Озон Банк', 'Ozon Банк', 'OzonFinance'],
  },
  {
    bank: 'Яндекс Банк',
    packages: ['com.yandex.bank', 'ru.yandex.bank'],
    names: ['YandexBank', 'Яндекс Банк', 'Яндекс Пэй'],
  },
  {
    bank: 'Совкомбанк',
    packages: ['ru.sovcomcard.halva.v1', 'ru.sovcombank.app', 'ru.sovcombank.mobile'],
    names: ['Sovcombank', 'Совкомбанк', 'Халва', 'Halva'],
  },
  {
    bank: 'Почта Банк',
    packages: ['ru.letobank.prometheus', 'ru.pochtabank.android', 'ru.pochta.bank', 'ru.pochtabank'],
    names: ['PochtaBank', 'Pochta Bank', 'Почта Банк'],
  },
  {
    bank: 'МТС Банк',
    packages: [
      'ru.mtsbank.mtsbankmobile',
      'ru.mtsbank.mobile',
      'ru.mtsbank',
      'ru.lewis.dbo',
      'ru.mts.money',
      'ru.mts.bank',
    ],
    names: ['MTS-Bank', 'МТС-Банк', 'МТС Банк', 'МТС Деньги', 'MTS Dengi'],
  },
  {
    bank: 'Банк Открытие',
    packages: ['com.openbank', 'ru.openbank.mobile'],
    names: ['Otkritie', 'Открытие', 'Банк Открытие', 'Openbank'],
  },
  {
    bank: 'Россельхозбанк',
    packages: ['ru.rshb.dbo', 'ru.rshb.mbank'],
    names: ['RSHB', 'РСХБ', 'Rosselhozbank', 'Россельхозбанк', 'РСХБ Онлайн'],
  },
];

/** Banks that the common phrases read (`grammars/generic.ts`). */
const WITHOUT_GRAMMAR: readonly BankSenders[] = [
  {
    bank: 'ПСБ',
    packages: ['logo.com.mbanking'],
    names: ['PSB', 'ПСБ', 'Промсвязьбанк'],
  },
  {
    bank: 'Уралсиб',
    packages: ['ru.bankuralsib.mb.android', 'ru.uralsib.mobile'],
    names: ['Uralsib', 'Уралсиб', 'Банк Уралсиб', 'Уралсиб Онлайн'],
  },
  {
    bank: 'МКБ',
    packages: ['ru.mkb.mobile'],
    names: ['MKB', 'МКБ', 'МКБ Онлайн'],
  },
  {
    bank: 'РНКБ',
    packages: ['ru.rnkb.dbo'],
    names: ['RNKB', 'RNCB', 'РНКБ', 'РНКБ Банк'],
  },
  {
    bank: 'УБРиР',
    packages: ['ru.ubrr.mobile'],
    names: ['UBRR', 'УБРиР'],
  },
  {
    bank: 'Банк ДОМ.РФ',
    packages: ['ru.dom.rfbank'],
    names: ['Bank_DOM.RF', 'DOM.RF', 'ДОМ.РФ', 'Банк ДОМ.РФ'],
  },
  {
    bank: 'Ак Барс Банк',
    packages: ['ru.akbars.mobile'],
    names: ['AKBARS', 'Ак Барс', 'Ак Барс Банк', 'Ак Барс Онлайн'],
  },
  {
    bank: 'ОТП Банк',
    packages: ['ru.otpbank.mobile'],
    names: ['OTP Bank', 'ОТП Банк', 'ОТП Банк Онлайн'],
  },
  {
    bank: 'Русский Стандарт',
    packages: [],
    names: ['RSB.RU', 'Русский Стандарт', 'Банк Русский Стандарт'],
  },
  {
    bank: 'Банк Россия',
    packages: [],
    names: ['ABR Direct', 'Банк Россия'],
  },
  {
    bank: 'ЮниКредит Банк',
    packages: [],
    names: ['UniCredit', 'UniCredit Bank', 'ЮниКредит', 'ЮниКредит Банк'],
  },
  {
    bank: 'Банк Авангард',
    packages: [],
    names: ['AVANGARD', 'Bank Avangard', 'Авангард', 'Банк Авангард'],
  },
  {
    bank: 'Банк Зенит',
    packages: [],
    names: ['ZENIT', 'Bank ZENIT', 'Банк Зенит'],
  },
  {
    bank: 'Банк Санкт-Петербург',
    packages: ['ru.bspb'],
    names: ['BSPB', 'BankSPB', 'БСПБ', 'Банк Санкт-Петербург'],
  },
  {
    bank: 'Точка Банк',
    packages: [],
    names: ['Tochka', 'Tochka Bank', 'Банк Точка', 'Точка Банк'],
  },
  {
    bank: 'ЮMoney',
    packages: ['ru.yoo.money'],
    names: ['YooMoney', 'ЮMoney'],
  },
  {
    bank: 'Хоум Банк',
    packages: ['ru.homecredit.mycredit'],
    names: ['HomeBank', 'HomeCredit', 'Home Credit', 'Хоум Банк'],
  },
];

export const SENDERS: readonly BankSenders[] = [...WITH_GRAMMAR, ...WITHOUT_GRAMMAR];

/**
 * Applications that show SMS as notifications of their own. The sender is their title, which a stranger may have chosen: RCS
 * shows the name of a profile.
 */
export const SMS_APPLICATIONS: readonly string[] = [
  'com.google.android.apps.messaging',
  'com.samsung.android.messaging',
  'com.android.messaging',
  'com.android.mms',
];
