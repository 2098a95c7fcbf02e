import type { Command } from 'commander';
import { getOrder, type OrderDetail, type OrderPeople, readOrderPeople } from '../../modules/orders/index.ts';
import { CommandError, type Context, objectId } from './context.ts';
import { rateText } from '../../modules/actions/index.ts';
import { showRub, showTime, showUsdt, table } from './format.ts';

const onOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** What the trader said, or else the message that a phone sent. Texts are as they were kept: without codes and card numbers. */
function confirmation({ ground, messages, status, changes }: OrderDetail, { trader }: OrderPeople): string {
  const quoted = (message: { id: string; text: string } | undefined) =>
    message ? `message ${message.id} "${onOneLine(message.text)}"` : 'a message';
  if (ground !== null) {
    const by = `${trader} said so, ${showTime(ground.at)}`;
    if (ground.kind === 'message') return `${quoted(messages.find(({ id }) => id === ground.notificationId))}; ${by}`;
    return `without a message: ${ground.kind}${ground.note === null ? '' : ` "${onOneLine(ground.note)}"`}; ${by}`;
  }
  const paid = messages.find(({ outcome }) => outcome === 'paid');
  if (paid) return `${quoted(paid)}; a phone of ${trader} heard it, ${showTime(paid.createdAt)}`;
  if (status !== 'CLOSED') return '-';
  const closed = changes.findLast((change) => change.status === 'CLOSED');
  return closed ? `nothing was said; the ${closed.actor} closed it, ${showTime(closed.at)}` : '-';
}

function facts(order: OrderDetail, people: OrderPeople): [string, string][] {
  const { appeal, reversedAmount, reversedAt, reversalReason } = order;
  return [
    ['order', order.id],
    ['number', `${people.externalId} of ${people.merchant}`],
    ['trader', people.trader],
    ['amount', `${showRub(order.amount)} (${showUsdt(order.amountUsdt)} at ${rateText(order.rate)})`],
    ['payee', `${order.requisite}, ${order.bankName}, ${order.isSbp ? 'sbp' : 'c2c'}`],
    ['status', order.status],
    ['created', showTime(order.createdAt)],
    ['expires', showTime(order.expiresAt)],
    ['paid', order.paidAt === null ? '-' : showTime(order.paidAt)],
    ['confirmed by', confirmation(order, people)],
    ['appeal', appeal ? `${appeal.id}, ${appeal.status}, ${showRub(appeal.amount)}` : '-'],
    [
      'reversed',
      reversedAmount === null || reversedAt === null
        ? '-'
        : `${showRub(reversedAmount)}, ${showTime(reversedAt)}: ${onOneLine(reversalReason ?? '')}`,
    ],
  ];
}

/** The command that shows an order whole. */
export function addOrderCommand(program: Command, { withDatabase, print }: Context): void {
  program
    .command('order')
    .description('show an order whole: its people, its history, what it was confirmed by, the messages about it')
    .argument('<id>', 'as its address in the back office ends', objectId)
    .action((id: string) =>
      withDatabase(async (db) => {
        const people = await readOrderPeople(db, id);
        if (people === undefined) throw new CommandError(`There is no order ${id}.`);
        const order = await getOrder(db, { role: 'trader', id: people.traderId }, id);
        for (const line of table(facts(order, people))) print(line);
        print('');
        const changes = order.changes.map(({ at, status, actor }) => [showTime(at), status, actor]);
        for (const line of table([['when', 'status', 'by'], ...changes])) print(line);
        if (order.messages.length === 0) return;
        print('');
        const messages = order.messages.map(({ id: message, createdAt, outcome, text }) => [
          showTime(createdAt),
          outcome ?? '-',
          message,
          onOneLine(text),
        ]);
        for (const line of table([['heard', 'outcome', 'message', 'text'], ...messages])) print(line);
      }),
    );
}
