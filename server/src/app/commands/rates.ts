import { SCALE } from '@kantor/contract/plain/money.ts';
import type { Command } from 'commander';
import {
  decideProposal,
  findCurrentRate,
  isJump,
  MANUAL,
  type Rate,
  readProposal,
  readProposals,
  setRate,
  staleAt,
} from '../../modules/rates/index.ts';
import { type Context, CommandError, positive, whole } from './context.ts';
import { auditedCommand, type AuditedOptions, runAudited } from './audited-command.ts';
import { rateText } from '../../modules/actions/index.ts';
import { showTime, table } from './format.ts';

const THE_RATE = { kind: 'rate', id: 'rate', name: 'in force' };

const facts = (rate: Rate | undefined) => ({
  rate: rate ? rateText(rate.value) : null,
  source: rate?.source ?? null,
  stale_at: rate?.staleAt.toISOString() ?? null,
});

/** Basis points as a person says them: `5 %`. */
const percent = (basisPoints: bigint) => `${Number(basisPoints) / 100} %`;

const SHOWN_PROPOSALS = 10;

/** Commands on the rate. */
export function addRateCommands(program: Command, context: Context): void {
  const { withDatabase, print, clock, rates } = context;

  program
    .command('rates')
    .description('show the rate in force, its age, and what waits for a decision')
    .action(() =>
      withDatabase(async (db) => {
        const rate = await findCurrentRate(db);
        if (rate === undefined) print('No rate was ever set.');
        else {
          print(`1 USDT is ${rateText(rate.value)} RUB, says ${rate.source} since ${showTime(rate.createdAt)}.`);
          const word = clock() >= rate.staleAt ? 'It is STALE, and nothing is issued at it, since' : 'It is good until';
          print(`Last confirmed ${showTime(rate.confirmedAt)}. ${word} ${showTime(rate.staleAt)}.`);
        }
        const proposals = await readProposals(db, SHOWN_PROPOSALS);
        if (proposals.length === 0) return print('No proposals.');
        const head = ['id', 'status', 'proposed', 'in force then', 'said last', 'source', 'since'];
        const rows = proposals.map((proposal) => [
          String(proposal.id),
          proposal.status,
          rateText(proposal.value),
          rateText(proposal.inForce),
          rateText(proposal.latest),
          proposal.source,
          showTime(proposal.createdAt),
        ]);
        for (const line of table([head, ...rows])) print(line);
      }),
    );

  auditedCommand(program, 'set-rate')
    .description('put a rate in force from now on')
    .argument('<rate>', 'roubles for 1 USDT', positive(SCALE.rate))
    .option('--force', 'also when it is far from the rate in force')
    .action((value: bigint, { force = false, ...options }: AuditedOptions & { force?: boolean }) =>
      runAudited(context, 'set-rate', options, async ({ tx, at }) => {
        const { rules, source } = rates();
        const before = await findCurrentRate(tx);
        if (!force && before && isJump(before.value, value, rules.jumpBp)) {
          throw new CommandError(
            `${rateText(value)} is more than ${percent(rules.jumpBp)} from ${rateText(before.value)}, the rate in force; ` +
              'if you mean it, add --force. Nothing was changed.',
          );
        }
        const rate = { value, source: MANUAL, staleAt: staleAt(rules, MANUAL, at), at };
        await setRate(tx, rate);
        const until = source ? 'its source says another' : `${showTime(rate.staleAt)} unless it is set again`;
        return {
          object: THE_RATE,
          before: facts(before),
          after: facts(await findCurrentRate(tx)),
          lines: [`1 USDT is ${rateText(value)} RUB from now on, until ${until}.`],
        };
      }),
    );

  const decide = (accept: boolean) => (id: number, options: AuditedOptions) =>
    runAudited(context, accept ? 'accept-rate' : 'decline-rate', options, async ({ tx, at }) => {
      const before = await findCurrentRate(tx);
      const proposal = await decideProposal(tx, { id: BigInt(id), accept, at }, rates().rules);
      if (proposal === undefined) {
        const known = await readProposal(tx, BigInt(id));
        throw new CommandError(
          known ? `Proposal ${id} is ${known.status} and waits no more.` : `There is no proposal ${id}: see "rates".`,
        );
      }
      const value = rateText(proposal.value);
      return {
        object: { kind: 'rate_proposal', id: String(id) },
        before: { status: 'WAITING', ...facts(before) },
        after: { status: proposal.status, proposed: value, ...facts(await findCurrentRate(tx)) },
        lines: [
          accept
            ? `1 USDT is ${value} RUB from now on.`
            : `Declined ${value}; ${before ? `1 USDT stays ${rateText(before.value)} RUB` : 'no rate is in force'}.`,
        ],
      };
    });

  const proposalId = ['<id>', 'as "rates" lists it', whole(1, Number.MAX_SAFE_INTEGER)] as const;
  auditedCommand(program, 'accept-rate')
    .description('put in force what a source proposes')
    .argument(...proposalId)
    .action(decide(true));
  auditedCommand(program, 'decline-rate')
    .description('keep the rate; the source is not listened to until it says a usual value')
    .argument(...proposalId)
    .action(decide(false));
}
