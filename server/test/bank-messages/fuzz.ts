import { type Reading, readMessage } from '../../src/modules/bank-messages/index.ts';
import { FIXTURES, NEVER_INCOME } from './fixtures.ts';
import {
  flood,
  mutate,
  noise,
  pick,
  type Random,
  SAME_MEANING,
  SAME_TO_THE_EYE,
  soup,
  spoil,
  wall,
} from './mutations.ts';

const MOST_MILLISECONDS = 20;
const TRIES = 5;

type Message = { application: string; text: string };

const isIncome = ({ kind }: Reading) => kind === 'income' || kind === 'duplicate';
const incomes = FIXTURES.filter(({ expected }) => isIncome(expected));
const others: readonly Message[] = [...FIXTURES.filter(({ expected }) => !isIncome(expected)), ...NEVER_INCOME];
/** A payer may write anything between quotes without changing what the bank says. */
const withoutComment = incomes.filter(({ text }) => !/[«"]|Сообщение/.test(text));
const words = [...incomes, ...others].flatMap(({ text }) => text.split(/\s+/));
const applications = [...new Set(incomes.map(({ application }) => application))];

/** A hostile text with a check of its reading, which complains or returns undefined. */
interface Attack extends Message {
  complaint: (reading: Reading) => string | undefined;
}

const notIncome = (reading: Reading) => (isIncome(reading) ? 'was read as an income' : undefined);

const ATTACKS: readonly { weight: number; make: (random: Random) => Attack }[] = [
  {
    weight: 35,
    make: (random) => {
      const { application, text, expected } = pick(random, incomes);
      const complaint = ({ kind, kopecks }: Reading) =>
        kind === expected.kind && kopecks === expected.kopecks ? undefined : `is a ${kind} of ${kopecks}`;
      return { application, text: mutate(text, SAME_TO_THE_EYE, random), complaint };
    },
  },
  {
    weight: 35,
    make: (random) => {
      const { application, text } = pick(random, others);
      return { application, text: mutate(text, SAME_MEANING, random), complaint: notIncome };
    },
  },
  {
    weight: 15,
    make: (random) => {
      const { application, text } = pick(random, withoutComment);
      return { application, text: mutate(spoil(text, random), SAME_MEANING, random), complaint: notIncome };
    },
  },
  {
    weight: 14,
    make: (random) => {
      const text = random() < 0.5 ? noise(random) : soup(random, words);
      return { application: pick(random, applications), text, complaint: () => undefined };
    },
  },
  {
    weight: 1,
    make: (random) => {
      const { application, text } = pick(random, incomes);
      return { application, text: flood(random, text), complaint: notIncome };
    },
  },
  {
    weight: 2,
    make: (random) => ({ application: pick(random, applications), text: wall(random), complaint: notIncome }),
  },
];
const TOTAL = ATTACKS.reduce((sum, { weight }) => sum + weight, 0);

function draw(random: Random): Attack {
  let at = random() * TOTAL;
  for (const { weight, make } of ATTACKS) {
    at -= weight;
    if (at < 0) return make(random);
  }
  throw new Error('The weights do not add up');
}

/** Processor time, so that others who are at work do not count. */
function timed(message: Message): { reading: Reading; milliseconds: number } {
  const before = process.cpuUsage();
  const reading = readMessage(message);
  const { user, system } = process.cpuUsage(before);
  return { reading, milliseconds: (user + system) / 1000 };
}

/** Whether it is slow by itself, and not because memory was being tidied. */
const isSlow = (message: Message) =>
  Array.from({ length: TRIES }, () => timed(message).milliseconds).every(
    (milliseconds) => milliseconds > MOST_MILLISECONDS,
  );

/**
 * Reads so many hostile texts.
 * @returns what was wrong, a line each, and the longest that one took, in milliseconds of processor time.
 */
export function attack(times: number, random: Random): { complaints: string[]; longest: number } {
  const complaints: string[] = [];
  let longest = 0;
  for (let n = 0; n < times; n += 1) {
    const { complaint, ...message } = draw(random);
    const show = (what: string) =>
      complaints.push(`${what}: ${message.application}: ${JSON.stringify(message.text.slice(0, 300))}`);
    try {
      const { reading, milliseconds } = timed(message);
      if (milliseconds > MOST_MILLISECONDS && isSlow(message)) show('took too long');
      else longest = Math.max(longest, Math.min(milliseconds, MOST_MILLISECONDS));
      const wrong = complaint(reading);
      if (wrong !== undefined) show(wrong);
    } catch (error) {
      show(`threw ${String(error)}`);
    }
  }
  return { complaints, longest };
}
