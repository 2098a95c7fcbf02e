import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'oxc-parser';
import { expect, test } from 'vitest';
import * as analyticsRoutes from '../src/plain/analytics-routes.ts';
import * as accountRoutes from '../src/plain/account-routes.ts';
import * as cabinetRoutes from '../src/plain/cabinet-routes.ts';
import * as fundsRoutes from '../src/plain/funds-routes.ts';
import * as dayRoutes from '../src/plain/day-routes.ts';
import * as exportRoutes from '../src/plain/export-routes.ts';
import * as deviceRoutes from '../src/plain/device-routes.ts';
import * as batchRoutes from '../src/plain/batch-routes.ts';
import * as matchRoutes from '../src/plain/match-routes.ts';
import * as postingsRoutes from '../src/plain/postings-routes.ts';
import * as webhookRoutes from '../src/plain/webhook-routes.ts';
import * as payoutRoutes from '../src/plain/payout-routes.ts';
import * as requisiteRoutes from '../src/plain/requisite-routes.ts';
import * as merchantRoutes from '../src/plain/merchant-routes.ts';
import * as platformRoutes from '../src/plain/platform-routes.ts';
import * as testRoutes from '../src/plain/test-routes.ts';
import * as routes from '../src/plain/routes.ts';

// The path of a call stands where the call is declared, and nowhere else: a renamed path is one line.

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Files that may spell paths, and why. */
const SPELLS: Readonly<Record<string, string>> = {
  'client/src/types.ts': 'is made of the description that the server gives',
  'web/src/test/spec-server.ts': 'states the specification by itself',
  'web/vite.config.ts': 'hands the payment page, /pay/, to the server',
  'server/test/payment-page/page.test.ts': 'opens the payment page as a payer does',
  'e2e/tests/phone.ts': 'is written from docs/phones.md alone',
  'storms/src/fuzz/sockets.ts': 'writes bytes that no client would send',
  'storms/src/fuzz/requests.ts': 'writes addresses that no client would ask for',
};

const declared = [
  testRoutes,
  routes,
  accountRoutes,
  analyticsRoutes,
  batchRoutes,
  cabinetRoutes,
  dayRoutes,
  exportRoutes,
  fundsRoutes,
  matchRoutes,
  postingsRoutes,
  webhookRoutes,
  payoutRoutes,
  requisiteRoutes,
  merchantRoutes,
  deviceRoutes,
  platformRoutes,
].flatMap((api) =>
  Object.values<unknown>(api).flatMap((route) =>
    typeof route === 'object' && route !== null && 'path' in route ? [String(route.path)] : [],
  ),
);
const BASES = [routes.API_BASE, merchantRoutes.MERCHANT_API_BASE, deviceRoutes.DEVICE_API_BASE];
const segments = new Set(
  declared.flatMap((path) => path.split('/').filter((part) => part !== '' && !part.startsWith(':'))),
);
/** Words that stand in paths alone. */
const resources = [...segments].filter((word) =>
  /^(?:merchant|trader|device|account)\w+s$|^withdraworders$|^apikeys$/.test(word),
);
/** Words that are a path with a slash beside them. */
const actions = [...segments].filter((word) => /[_-]/.test(word));
const peculiar = new RegExp(
  String.raw`(?:^|/)(?:${resources.join('|')})(?:/|$)|/(?:${actions.join('|')})(?:/|$)|(?:^|/)(?:${actions.join('|')})/`,
);
const first = [...segments].join('|');
/** A path of the back office ends with a slash, or with a query behind it; an address of a page never does. */
const OFFICE_PATH = new RegExp(String.raw`^/?(?:${first})/(?:.*/)?(?:\?.*)?$`);

const isPath = (text: string): boolean =>
  BASES.some((base) => text.includes(base)) || OFFICE_PATH.test(text) || peculiar.test(text);

/** The texts of a file's literals, other files' names apart; `…` stands for whatever is put into a template. */
function literals(path: string): string[] {
  const found: string[] = [];
  const { program } = parseSync(path, readFileSync(ROOT + path, 'utf8'));
  const files = new Set<unknown>();
  const isFile = ({ source }: { source: unknown }) => void files.add(source);
  new Visitor({
    ImportDeclaration: isFile,
    ImportExpression: isFile,
    ExportNamedDeclaration: isFile,
    ExportAllDeclaration: isFile,
    Literal(literal) {
      if (typeof literal.value === 'string' && !files.has(literal)) found.push(literal.value);
    },
    TemplateLiteral({ quasis }) {
      found.push(quasis.map(({ value }) => value.cooked ?? '').join('…'));
    },
  }).visit(program);
  return found;
}

// It reads every file of the project: on a busy machine that takes its time.
test('the path of a call stands where the call is declared', { timeout: 60_000 }, () => {
  const files = globSync(
    '{bench,client,contract,demo,e2e,embedded-postgres,scripts,server,simulator,storms,web}/**/*.{ts,tsx,mjs}',
    {
      cwd: ROOT,
      exclude: ['**/node_modules/**', '**/dist/**', 'contract/src/plain/**', 'contract/test/**'],
    },
  );
  expect(files.length).toBeGreaterThan(500);
  const spelled = files
    .filter((file) => !(file in SPELLS))
    .flatMap((file) =>
      literals(file)
        .filter(isPath)
        .map((text) => `${file}: ${text.slice(0, 80)}`),
    );
  expect(spelled).toEqual([]);
});

test.each([
  ['orders/', true],
  ['orders/…/', true],
  ['orders/?page=1', true],
  ['/api/v1/anything', true],
  ['withdraworders', true],
  ['…/confirm-expired', true],
  ['confirm-expired', false],
  ['/orders/…', false],
  ['/orders', false],
  ['merchant orders/', false],
])('%s is a path of a call: %s', (text, expected) => {
  expect(isPath(text)).toBe(expected);
});
