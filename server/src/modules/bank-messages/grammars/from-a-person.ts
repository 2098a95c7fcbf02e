/** Words for money that has come, and for nothing else. */
const ARRIVED = [
  ...['зачислен перевод', 'зачисление', 'зачисление перевода', 'зачислено', 'получен перевод'],
  ...['поступил перевод', 'вам поступил перевод', 'поступление', 'поступление перевода', 'входящий перевод'],
  'получен перевод зачислено',
];
const FROM_SOMEONE = [
  ...['{amount} от {sender}', '{amount} из {bank} от {sender}', '{amount} от {sender} из {bank}'],
  ...['{amount} на {account} от {sender}', '{amount} от {sender} на {account}'],
];

/** Phrases of most banks for money from a person, who is named: it could be nothing else. */
export const FROM_A_PERSON: readonly string[] = [
  ...ARRIVED.flatMap((arrived) => FROM_SOMEONE.map((sum) => `${arrived} ${sum}`)),
  'на {account} зачислено {amount} от {sender}',
  'на {account} зачислен перевод {amount} от {sender}',
  'на {account} поступил перевод {amount} от {sender}',
  'получен перевод на {account} зачислено {amount} от {sender}',
  'вам перевели {amount} {sender}',
  'вам перевели {amount} от {sender}',
  'перевод {amount} от {sender}',
  'перевод {amount} из {bank} от {sender}',
  'перевод от {sender} +{amount}',
  'пополнение на {amount} {sender}',
  'пополнение на {amount} от {sender}',
  'пополнение {amount} от {sender}',
];
