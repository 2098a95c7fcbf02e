import type { z } from 'zod';
import { Environment, SECRETS } from './environment.ts';

/** What docs/settings.md says of a setting besides what it must be. */
interface SettingText {
  group: string;
  /** What holds when it is absent, as a person reads it; none: nothing does. */
  default?: string;
  what: string;
}

const TEXTS: Readonly<Record<keyof z.input<typeof Environment>, SettingText>> = {
  PORT: { group: 'Process', default: '`3000`', what: 'where it listens' },
  HOST: { group: 'Process', default: '`127.0.0.1`', what: 'on which address' },
  NODE_ENV: { group: 'Process', what: '`production` refuses demo secrets and a database that is not durable' },
  KANTOR_DATA_DIR: {
    group: 'Process',
    default: '`.data`',
    what: 'the embedded database, uploaded files, generated secrets',
  },
  KANTOR_PUBLIC_URL: {
    group: 'Process',
    what: 'the address people use, when another than the one it listens on; links to the payment page begin with it',
  },
  KANTOR_TRUST_PROXY: {
    group: 'Process',
    default: 'none, in production required',
    what: '`none`, or addresses and networks of balancers whose `X-Forwarded-For` is believed',
  },
  KANTOR_JWT_SECRET: {
    group: 'Process',
    default: 'made once, in production required',
    what: 'all keys are derived from it: of access tokens, file links, phones, webhooks; 32 characters or more',
  },
  KANTOR_OTHER_JWT_SECRET: {
    group: 'Process',
    what: 'while that one is rotated: the next secret, or the one before. What was made with it is known, nothing is made with it ([operations.md](operations.md#another-secret))',
  },
  KANTOR_LOG_LEVEL: {
    group: 'Process',
    default: '`info`, in the demo `warn`',
    what: '`error`, `warn`, `info` or `debug`: what is logged, as lines of JSON ([operations.md](operations.md#what-it-says))',
  },
  KANTOR_SLOW_QUERY_MS: {
    group: 'Process',
    default: '`1000`',
    what: 'a statement that takes so many milliseconds is logged (`slow_query`); 0: none',
  },
  KANTOR_HEALTH_PORT: {
    group: 'Process',
    what: 'where `/live` and `/ready` tell the health of the whole process, jobs included; absent: nowhere',
  },
  KANTOR_METRICS_PORT: {
    group: 'Process',
    what: 'where `/metrics` tells Prometheus of the process and the installation; absent: nowhere',
  },
  KANTOR_METRICS_HOST: { group: 'Process', default: '`127.0.0.1`', what: 'on which address' },
  KANTOR_METRICS_TOKEN: {
    group: 'Process',
    what: 'the bearer token that Prometheus shows; needed when others reach that address',
  },
  KANTOR_DRAIN_SECONDS: {
    group: 'Process',
    default: '`0`, in production `5`',
    what: 'how long an api still answers after `/ready` went off, for balancers to see it',
  },
  DATABASE_URL: { group: 'Database', what: 'PostgreSQL 15 or newer; absent: the embedded one' },
  KANTOR_OWNER_DATABASE_URL: {
    group: 'Database',
    what: 'the role that owns that database and changes its schema; `DATABASE_URL` then only serves: see [operations.md](operations.md#the-two-roles-of-the-database)',
  },
  KANTOR_SCHEMA: {
    group: 'Database',
    default: '`public`',
    what: 'the schema of that database which the marketplace is in, where several share one ([operations.md](operations.md#several-marketplaces))',
  },
  KANTOR_READ_URL: {
    group: 'Database',
    what: 'a streaming replica of that database, by the role that serves: analytics, lists of the whole platform, files of lists and `verify` are read from it; see [operations.md](operations.md#a-replica-for-reads)',
  },
  KANTOR_READ_AGE_SECONDS: {
    group: 'Database',
    default: '`10`',
    what: 'analytics and files are read from a replica that is at most so old, and else from the database; lists only from one that has all the database has',
  },
  KANTOR_MIGRATE: {
    group: 'Database',
    default: '`on`',
    what: '`off`: starts and commands leave the schema alone; `npm run kantor -- migrate` brings it up to date',
  },
  KANTOR_SECOND_FACTOR: {
    group: 'People',
    default: 'required; off in the demo',
    what: "whether the platform's people must have a second factor: required or off",
  },
  KANTOR_SECOND_OPERATOR_ABOVE: {
    group: 'People',
    default: '10000',
    what: 'USDT: a deposit by hand or a withdrawal above it, by itself or with what the operator did alone within a day, waits for a second operator; 0: every one',
  },
  KANTOR_SUPPORT_CONTACT: {
    group: 'People',
    what: 'on the sign-in page, who changes passwords: a text, a web or e-mail address, `@name` on Telegram',
  },
  KANTOR_TELEGRAM_TOKEN: {
    group: 'People',
    what: 'the token of a bot of yours (@BotFather), which alerts people in Telegram; absent: there is no such choice',
  },
  KANTOR_TELEGRAM_API_URL: {
    group: 'People',
    default: '`https://api.telegram.org`',
    what: 'the Bot API that is asked, when you run your own',
  },
  KANTOR_REVERSAL_DAYS: { group: 'Market', default: '`30`', what: 'a closed order can be reversed for so many days' },
  KANTOR_WALLET_WAIT_HOURS: {
    group: 'Market',
    default: '`24`, in the demo `0`',
    what: 'hours that a new wallet waits for its first withdrawal',
  },
  KANTOR_S3_BUCKET: {
    group: 'Files',
    what: 'the bucket of an S3-compatible store that has the uploaded files; absent: `KANTOR_DATA_DIR/files` has them ([operations.md](operations.md#files-in-a-bucket))',
  },
  KANTOR_S3_ENDPOINT: { group: 'Files', what: "the store's address; absent: Amazon's of the region" },
  KANTOR_S3_REGION: { group: 'Files', default: '`us-east-1`', what: 'the region that the store knows itself by' },
  KANTOR_S3_PREFIX: { group: 'Files', what: 'what the names of all objects begin with, such as `kantor/`' },
  KANTOR_S3_KEY_ID: { group: 'Files', what: 'the id of the access key' },
  KANTOR_S3_SECRET: { group: 'Files', what: 'its secret' },
  KANTOR_UPLOADS_PER_HOUR: {
    group: 'Market',
    default: '`240`',
    what: 'files that one user, or the servers of one merchant together, may upload in an hour',
  },
  KANTOR_UPLOAD_MB_PER_HOUR: { group: 'Market', default: '`500`', what: 'and how many megabytes those may have' },
  KANTOR_PAYOUT_CONTEST_MINUTES: {
    group: 'Payouts',
    default: '`30`, in the demo `1`',
    what: 'how long a merchant may answer that the money of a payout has not come; until then what the trader gets is held',
  },
  KANTOR_PAYOUT_WORK_MINUTES: {
    group: 'Payouts',
    default: '`30`',
    what: 'how long a trader has for a payout that they took; then it goes back to the queue',
  },
  KANTOR_PAYOUT_TAKES_PER_HOUR: {
    group: 'Payouts',
    default: '`10`',
    what: 'payouts that a trader may take in an hour without doing them; those done are not counted',
  },
  KANTOR_PAYOUT_MIN_RUB: {
    group: 'Payouts',
    default: '`100`',
    what: 'the smallest payout in whole roubles; the refusal and `GET /limits` name it',
  },
  KANTOR_APPEAL_DAYS: {
    group: 'Appeals',
    default: '`14`',
    what: 'an appeal can be opened for so many days after the time that its order waited until',
  },
  KANTOR_APPEAL_MULTIPLE: {
    group: 'Appeals',
    default: '`3`',
    what: "an appeal claims at most so many times its order's sum",
  },
  KANTOR_APPEAL_ANSWER_MINUTES: {
    group: 'Appeals',
    default: '`60`',
    what: 'minutes that a trader has to answer an appeal by day',
  },
  KANTOR_APPEAL_NIGHT_MINUTES: { group: 'Appeals', default: '`180`', what: 'the same of a round that begins by night' },
  KANTOR_APPEAL_NIGHT: {
    group: 'Appeals',
    default: '`22-8`',
    what: 'the hours of the night, Moscow time; equal ones are no night',
  },
  KANTOR_APPEAL_CONTEST_HOURS: {
    group: 'Appeals',
    default: '`24`',
    what: 'hours that a merchant has to contest a decline',
  },
  KANTOR_APPEAL_PROOF_ABOVE: {
    group: 'Appeals',
    default: '`5000`',
    what: 'a trader who declines an appeal above so many roubles adds a file',
  },
  KANTOR_KEEP_TEXTS_DAYS: {
    group: 'Retention',
    default: '`90`',
    what: "a bank's message keeps its text so long, then only sum, outcome and the hash of the text; longer while an appeal is open",
  },
  KANTOR_KEEP_WEBHOOKS_DAYS: {
    group: 'Retention',
    default: '`90`',
    what: 'the journal of webhooks, with its attempts; what is still to be sent stays',
  },
  KANTOR_KEEP_REQUESTS_DAYS: { group: 'Retention', default: '`7`', what: "the log of merchants' requests" },
  KANTOR_KEEP_PINGS_DAYS: { group: 'Retention', default: '`30`', what: 'pings of phones' },
  KANTOR_KEEP_REFUSALS_DAYS: {
    group: 'Retention',
    default: '`1095`',
    what: 'counts of refused orders by day, merchant and reason; analytics of older days know none',
  },
  KANTOR_KEEP_PROPOSALS_DAYS: {
    group: 'Retention',
    default: '`365`',
    what: 'proposals of the rate that were decided or came to nothing',
  },
  KANTOR_RATE_URL: {
    group: 'Rate',
    default: "in the demo the simulated world's",
    what: 'JSON in which the rate is read; absent: the operator sets it',
  },
  KANTOR_RATE_PATH: {
    group: 'Rate',
    default: 'the whole answer',
    what: 'where in it: `data.0.price` or `/data/0/price`',
  },
  KANTOR_RATE_EVERY_SECONDS: { group: 'Rate', default: '`30`', what: 'how often it is read' },
  KANTOR_RATE_MAX_AGE_MINUTES: {
    group: 'Rate',
    default: '`15`, set by hand `1440` (in the demo a year)',
    what: 'after this long without confirmation nothing is issued at the rate',
  },
  KANTOR_RATE_JUMP_PERCENT: {
    group: 'Rate',
    default: '`5`',
    what: 'a source that goes further waits for the operator',
  },
  KANTOR_TRON_URL: {
    group: 'Chain',
    default: "in the demo the simulated world's",
    what: "HTTP API of a TRON node, such as TronGrid's; absent: deposits are credited by hand",
  },
  KANTOR_TRON_API_KEY: { group: 'Chain', what: 'sent to it as `TRON-PRO-API-KEY`' },
  KANTOR_TRON_XPUB: {
    group: 'Chain',
    default: 'in the demo a public key',
    what: "account-level extended public key (m/44'/195'/0') that traders' deposit addresses are derived from",
  },
  KANTOR_USDT_CONTRACT: { group: 'Chain', default: 'that of Tether on TRON', what: 'the only token that counts' },
  KANTOR_DEMO: {
    group: 'Demo, and our own programs',
    default: '`on`, in production `off`',
    what: 'demo accounts, demo marketplace, simulator',
  },
  KANTOR_ORDERS_PER_MINUTE: {
    group: 'Demo, and our own programs',
    default: '`6`',
    what: 'how often the simulated shop orders',
  },
  KANTOR_PAYERS: {
    group: 'Demo, and our own programs',
    default: '`paid=70,double=6,late=6,wrong=5,never=8,cancelled=5`',
    what: 'what simulated payers do with orders, in shares',
  },
  KANTOR_SIMULATOR_URL: {
    group: 'Demo, and our own programs',
    what: 'where the simulated world is; the launcher of the demo sets it',
  },
  KANTOR_URL: { group: 'Demo, and our own programs', what: 'for the simulator: the server that it plays with' },
  KANTOR_DEV_PORT: { group: 'Demo, and our own programs', what: 'for `npm run dev`: where the pages are' },
  KANTOR_BENCH_ROWS: { group: 'Demo, and our own programs', what: 'for `npm run bench`: how many rows it grows' },
  KANTOR_OPERATOR_PASSWORD: {
    group: 'Demo, and our own programs',
    what: 'for commands that an operator proves to be theirs: their password, instead of a question',
  },
};

/** What a value must be, as the schema complains of one that nobody would give; empty: any text will do. */
function ruleOf(name: keyof typeof TEXTS): string {
  const { error } = Environment.shape[name].safeParse('\u0000');
  return (error?.issues[0]?.message ?? '').replace(/^must /, '');
}

const cell = (text: string) => text.replaceAll('|', '\\|');

/** docs/settings.md: all settings, from their schemas. */
export function settingsReference(): string {
  const names = Object.keys(TEXTS) as (keyof typeof TEXTS)[];
  const groups = Map.groupBy(names, (name) => TEXTS[name].group);
  const tables = Array.from(groups, ([group, members]) => {
    const rows = members.map((name) => {
      const { default: absent = '', what } = TEXTS[name];
      const shown = SECRETS.has(name) ? `\`${name}\` ¹` : `\`${name}\``;
      return `| ${[shown, absent, what, ruleOf(name)].map(cell).join(' | ')} |`;
    });
    return [`## ${group}`, '', '| variable | default | what it is | must |', '| --- | --- | --- | --- |', ...rows].join(
      '\n',
    );
  });
  return `# Settings

Environment variables, checked at the start: a wrong one is named in a sentence, a misspelt one with the name that was meant; an empty one counts as absent. This page is made from their schemas: \`npx vitest run server/src/app/setting-texts.test.ts -u\`.

¹ A secret: never shown, and it may stand in a file that \`<name>_FILE\` names, as containers and systemd hand it over.

${tables.join('\n\n')}
`;
}
