import { type MemberRole, type Role, ROLES } from '@kantor/contract/plain/rights.ts';
import { API_BASE } from '@kantor/contract/plain/routes.ts';
import { expect, type Page, test } from '@playwright/test';
import { paths } from '../../web/src/shared/lib/paths.ts';
import { type Member, MEMBERS } from './members.ts';
import { fillSignIn } from './people.ts';
import { barriersOf, misfitsOf, settle, WIDTHS } from './sound.ts';

// Somebody of each role that a member can have walks from the menu over every page that a link leads to. A new section is in the
// walk by itself, and so is the page of one thing: the walk fails where the demo has none of it.

test.describe.configure({ mode: 'parallel' });

const LONG = '@long';
const HEIGHT = 900;
const MARKED_WITHIN_MS = 2000;
interface Look {
  colorScheme: 'light' | 'dark';
  width: number;
  /** The page is opened anew so, and not changed. */
  isOpened?: boolean;
  /** The page is judged by axe. */
  isAnalysed?: boolean;
}
const WIDE: Look = { colorScheme: 'light', width: 1440, isAnalysed: true };
const NARROW: Look = { colorScheme: 'dark', width: 360, isAnalysed: true };
/** Half of the time of a walk is axe's: the long walk of the same pages has it. */
const UNANALYSED: Look = { ...WIDE, isAnalysed: false };
/** For those who are shown most: both in both themes, the other widths, and a page that is opened narrow, then made wide. */
const ALL_LOOKS: readonly Look[] = [
  WIDE,
  NARROW,
  { ...NARROW, colorScheme: WIDE.colorScheme },
  ...WIDTHS.filter((width) => width !== WIDE.width && width !== NARROW.width).map((width) => ({
    ...UNANALYSED,
    width,
  })),
  { ...NARROW, isOpened: true },
  { ...WIDE, colorScheme: NARROW.colorScheme },
];

/** The forms at addresses of their own that an owner is led to. */
const FORMS: Record<Role, readonly string[]> = {
  trader: [paths.newCabinet(), paths.newRequisite(), paths.newUsdtWithdrawal()],
  merchant: [paths.newWithdrawal(), paths.newPayout()],
  operator: [],
};

/** Stands for any id in an address. */
const ID = 'ID';
const { developerPart, ...OTHERS } = paths;
const KNOWN: ReadonlySet<string> = new Set([
  ...Object.values(OTHERS).map((path: string | ((id: string) => string)) =>
    typeof path === 'string' ? path : path(ID),
  ),
  ...['journal', 'requests', 'test', 'keys', 'reference'].map(developerPart),
]);
const kindOf = (address: string) => address.replace(/\?.*/, '').replace(/\/(?:\d+|[\da-f]{8}-[\da-f-]{27})$/, `/${ID}`);

/** Those who may change nothing. */
const ONLY_LOOKS = new Set<MemberRole>(['viewer', 'accountant']);
/** What they are offered all the same. */
const HARMLESS =
  /^(?:Копировать|Показать|Скрыть|Сбросить|Посчитать|Скачать|Даты|Вид|Сохранить вид|Колонки|Ещё фильтры)/;
/** What presses a button in, opens what is hidden, or sorts, changes nothing either. */
const CHANGING = 'button:not([aria-pressed], [aria-expanded]:not([aria-haspopup]), th > button), input[type=checkbox]';

/** What another theme may change. */
const CONTRAST = ['color-contrast', 'link-in-text-block'];

/** What axe has analysed in this process, in some theme and in each. */
const analysed = new Set<string>();

/**
 * All that axe could judge otherwise: which elements stand in which, with which attributes. Not their words, nor how many there
 * are: pages of two members, or two rows of a list, are alike.
 */
const shapeOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const VALUED =
      /^(?:class|role|type|tabindex|aria-(?:current|hidden|expanded|pressed|checked|sort)|data-(?!index|tip).*)$/;
    const shape = (node: Element | null) =>
      node &&
      [
        node.tagName,
        ...[...node.attributes].map(({ name, value }) => (VALUED.test(name) ? `${name}=${value}` : name)),
        node.textContent === '' ? '' : 'text',
      ].join(' ');
    const pairs = [...document.body.querySelectorAll('*')].map(
      (node) => `${shape(node.parentElement)} > ${shape(node)}`,
    );
    return [...new Set(pairs)].toSorted().join('\n');
  });

/** A member on their way through the pages. */
class Walk {
  /** What is wrong, with where it was seen. */
  readonly problems: string[] = [];
  readonly #page: Page;
  readonly #member: Member;
  readonly #looks: readonly Look[];
  /** The viewer of the API is a library's: api-reference.spec.ts looks at it. */
  readonly #seen = new Set<string>([developerPart('reference')]);

  constructor(page: Page, member: Member, looks: readonly Look[]) {
    this.#page = page;
    this.#member = member;
    this.#looks = looks;
    page.on('console', (message) => message.type() === 'error' && this.#note(message.text()));
    page.on('pageerror', (error) => this.#note(error.message));
    page.on('response', (answer) => {
      if (answer.status() >= 400) this.#note(`${answer.request().method()} ${answer.url()}: ${answer.status()}`);
    });
  }

  #note(problem: string): void {
    this.problems.push(`${new URL(this.#page.url()).pathname}: ${problem}`);
  }

  get #menu() {
    return this.#page.getByRole('navigation', { name: 'Разделы', exact: true });
  }

  async throughTheMenu(): Promise<void> {
    const page = this.#page;
    // The menu comes with the profile.
    await expect(this.#menu.getByRole('link').first()).toBeVisible();
    const links = await this.#menu.getByRole('link').all();
    const sections = await Promise.all(links.map(async (link) => (await link.getAttribute('href')) ?? ''));
    expect(sections.length).toBeGreaterThan(2);
    for (const section of sections) {
      await this.#menu.locator(`a[href="${section}"]`).click();
      await this.#arrive(section);
      await this.#look(section);
      await this.#follow(section);
      if (KNOWN.has(`${section}/${ID}`) && !this.#seen.has(`${section}/${ID}`)) this.#note('it has no row to open');
    }
    await page.getByTitle('Меню пользователя').click();
    await page.getByRole('link', { name: 'Безопасность' }).click();
    await this.#arrive(paths.security);
    await this.#look(undefined);
    const { role, memberRole } = this.#member;
    for (const form of memberRole === 'owner' ? FORMS[role] : [])
      if (!this.#seen.has(form)) this.#note(`nothing leads to ${form}`);
  }

  /** Goes to each page of a kind that was not seen yet, from the links of this one. */
  async #follow(section: string): Promise<void> {
    const page = this.#page;
    const addresses = await page
      .locator('main a[href^="/"]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    const fresh = new Map<string, string>();
    for (const address of addresses.filter((each) => !each.startsWith(API_BASE))) {
      const kind = kindOf(address);
      if (!KNOWN.has(kind)) this.#note(`${address} leads nowhere`);
      else if (!this.#seen.has(kind) && kind.startsWith(`${section}/`)) fresh.set(kind, fresh.get(kind) ?? address);
    }
    for (const address of fresh.values()) {
      const link = page.locator(`main a[href="${address}"]`).first();
      if (await link.isVisible()) await link.click();
      else await page.goto(address);
      await this.#arrive(address);
      await this.#look(section);
    }
  }

  async #arrive(address: string): Promise<void> {
    await expect(this.#page).toHaveURL(address);
    this.#seen.add(kindOf(address));
  }

  /** Looks at the page that one is on, which belongs to a section. */
  async #look(section: string | undefined): Promise<void> {
    const page = this.#page;
    await expect(page.locator('main h1').first()).toBeVisible();
    await settle(page);
    const current = () =>
      this.#menu
        .locator('a[aria-current]')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href')).join(', '));
    // It may follow the page by a moment.
    const isMarked = async () => expect(await current()).toBe(section ?? '');
    await expect(isMarked)
      .toPass({ timeout: MARKED_WITHIN_MS })
      .catch(async () => {
        this.#note(`the menu shows as current: ${(await current()) || 'nothing'}`);
      });
    if (ONLY_LOOKS.has(this.#member.memberRole) && section !== undefined) await this.#findOffers();
    for (const { colorScheme, width, isOpened, isAnalysed } of this.#looks) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: HEIGHT });
      if (isOpened) {
        await page.reload();
        await expect(page.locator('main h1').first()).toBeVisible();
      }
      await settle(page);
      const headings = await page.locator('h1').allInnerTexts();
      if (headings.length !== 1) this.#note(`its first headings are ${headings.join(', ')}`);
      for (const misfit of await misfitsOf(page)) this.#note(`at ${width} px too wide: ${misfit}`);
      if (!isAnalysed) continue;
      const shape = `${width}\n${await shapeOf(page)}`;
      const inTheme = `${colorScheme} ${shape}`;
      if (analysed.has(inTheme)) continue;
      const barriers = await barriersOf(page, analysed.has(shape) ? CONTRAST : undefined);
      for (const barrier of barriers) this.#note(`${colorScheme} at ${width} px: ${barrier}`);
      analysed.add(shape).add(inTheme);
    }
    await page.emulateMedia({ colorScheme: WIDE.colorScheme });
    await page.setViewportSize({ width: WIDE.width, height: HEIGHT });
  }

  /** Somebody who only looks is offered nothing that the server would refuse. */
  async #findOffers(): Promise<void> {
    const offered = await this.#page
      .locator(`main :is(${CHANGING}):enabled`)
      .evaluateAll((controls) => controls.map(({ ariaLabel, textContent }) => ariaLabel ?? textContent));
    for (const name of offered.filter((each) => !HARMLESS.test(each))) this.#note(`it offers: ${name}`);
  }
}

async function walk(page: Page, member: Member, looks: readonly Look[]): Promise<string[]> {
  await page.setViewportSize({ width: WIDE.width, height: HEIGHT });
  await fillSignIn(page, member);
  await expect(page.locator('main h1')).toBeVisible();
  const way = new Walk(page, member, looks);
  await way.throughTheMenu();
  return way.problems;
}

// The platform's people have the longest way: they set out first.
for (const role of ROLES.toReversed()) {
  test.describe(`in the account of a ${role}`, () => {
    // One after the other, in one process: what two of them see alike is analysed once.
    test.describe.configure({ mode: 'default' });
    for (const member of MEMBERS.filter((each) => each.role === role)) {
      const isOwner = member.memberRole === 'owner';
      if (isOwner) {
        test('every page of owner is reached, and sound', async ({ page }) => {
          test.setTimeout(600_000);
          expect(await walk(page, member, [UNANALYSED])).toEqual([]);
        });
      }
      const looks = isOwner ? ALL_LOOKS : [WIDE, NARROW];
      const looked = isOwner ? 'in both themes, at every width and by axe' : 'wide, and narrow in the other theme';
      test(`every page of ${member.memberRole} is sound ${looked}`, { tag: LONG }, async ({ page }) => {
        test.setTimeout(600_000);
        expect(await walk(page, member, looks)).toEqual([]);
      });
    }
  });
}
