/** The people that the demo merchant pays, by phone number or by account. */
export const PAYEES = [
  { fio: 'Кузнецова Мария Алексеевна', phone: '+79165550142' },
  { fio: 'Ли Ян', phone: '+79035550917' },
  { fio: 'Константинопольский Владислав Аристархович', bank_account: '40817810099910004312' },
  { fio: 'Гарифуллин Тимур', phone: '+79275550388' },
  { fio: 'Соловьёва-Райская Анастасия', phone: '+79015550263' },
] as const;
