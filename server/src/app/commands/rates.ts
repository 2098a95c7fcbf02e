import { SCALE } from '@kantor/contract/plain/money.ts';
import type { Command } from 'commander';
import { decideRate, perform, rateText, setRate } from '../../modules/actions/index.ts';
import { findCurrentRate, isJump, lockRates, readProposal, readProposals } from '../../modules/rates/index.ts';
import { type Context, CommandError, positive, whole } from './context.ts';
import { auditedCommand, type AuditedOptions, runAudited, told } from './audited-command.ts';
import { showTime, table } from './format.ts';

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
      runAudited(context, 'set-rate', options, async (step) => {
        const { rules, source } = rates();
        await lockRates(step.tx);
        const before = await findCurrentRate(step.tx);
        if (!force && before && isJump(before.value, value, rules.jumpBp)) {
          throw new CommandError(
            `${rateText(value)} is more than ${percent(rules.jumpBp)} from ${rateText(before.value)}, the rate in force; ` +
              'if you mean it, add --force. Nothing was changed.',
          );
        }
        const outcome = await perform(step, setRate(rules), { value, isForced: force });
        return told(outcome, ({ after }) => {
          const until = source
            ? 'its source says another'
            : `${showTime(new Date(String(after['stale_at'])))} unless it is set again`;
          return [`1 USDT is ${rateText(value)} RUB from now on, until ${until}.`];
        });
      }),
    );

  const decide = (accept: boolean) => (id: number, options: AuditedOptions) =>
    runAudited(context, accept ? 'accept-rate' : 'decline-rate', options, async (step) => {
      const proposal = BigInt(id);
      await lockRates(step.tx);
      const known = await readProposal(step.tx, proposal);
      if (known?.status !== 'WAITING')
        throw new CommandError(
          known ? `Proposal ${id} is ${known.status} and waits no more.` : `There is no proposal ${id}: see "rates".`,
        );
      const outcome = await perform(step, decideRate(rates().rules, accept), { proposal });
      return told(outcome, ({ before, after: { proposed } }) => {
        if (accept) return [`1 USDT is ${proposed} RUB from now on.`];
        const rate = before?.['rate'];
        return [`Declined ${proposed}; ${rate ? `1 USDT stays ${rate} RUB` : 'no rate is in force'}.`];
      });
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
