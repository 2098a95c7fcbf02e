/** The people that the demo merchant pays: by phone number and bank through СБП, by card, or by account. */
export const PAYEES = [
  { fio: 'Кузнецова Мария Алексеевна', phone: '+79165550142', recipient_bank: '100000000111' },
  { fio: 'Ли Ян', phone: '+79035550917', recipient_bank: '100000000004' },
  { fio: 'Константинопольский Владислав Аристархович', bank_account: '40817810099910004312' },
  { fio: 'Гарифуллин Тимур', phone: '+79275550388', recipient_bank: '100000000006' },
  { fio: 'Соловьёва-Райская Анастасия', phone: '+79015550263' },
  { fio: "О'Коннор Шон", bank_account: '2202206211980045' },
] as const;
