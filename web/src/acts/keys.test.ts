import userEvent from '@testing-library/user-event';
import { rightsOf, MEMBER_ROLES, type Role } from '@kantor/contract/plain/rights.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sectionsOf } from '@/session/sections';
import { followKeys } from './keys';
import { SECTION_KEYS } from './section-keys';

let stop: () => void;
let pressed: string[];
let sheets = 0;
let palettes = 0;
const show = (html: string) => {
  document.body.innerHTML = html;
  pressed = [];
  for (const button of document.querySelectorAll('button')) {
    button.addEventListener('click', () => pressed.push(button.id));
  }
};
const row = (n: number) =>
  `<tr data-index="${n}"><td><a id="a${n}" href="#${n}">${n}</a></td><td><button id="c${n}" data-confirm></button></td></tr>`;
const LIST = `<main><input type="search" id="search"><table><tbody>${row(0)}${row(1)}${row(2)}</tbody></table></main>`;
const focused = () => document.activeElement?.id;

beforeEach(() => {
  sheets = 0;
  palettes = 0;
  stop = followKeys({ showSheet: () => (sheets += 1), showPalette: () => (palettes += 1) });
});
afterEach(() => {
  stop();
  document.body.innerHTML = '';
});

test('walk rows and confirm the focused one, in either layout', async () => {
  const user = userEvent.setup();
  show(LIST);
  await user.keyboard('c');
  expect(pressed).toEqual([]);
  await user.keyboard('jj');
  expect(focused()).toBe('a1');
  await user.keyboard('c');
  // The same key in the Russian layout.
  document.dispatchEvent(new KeyboardEvent('keydown', { code: 'KeyK', key: 'л', bubbles: true }));
  expect(focused()).toBe('a0');
  await user.keyboard('kc');
  expect(pressed).toEqual(['c1', 'c0']);
  document.querySelector('#c2')?.setAttribute('data-undo', '');
  document.querySelector<HTMLElement>('#a2')?.focus();
  await user.keyboard('c');
  expect(pressed).toEqual(['c1', 'c0']);
});

test('are off with a modifier, in fields and while something is asked', async () => {
  const user = userEvent.setup();
  show(LIST);
  await user.keyboard('{Control>}j{/Control}');
  expect(focused()).toBe('');
  await user.keyboard('[Slash]');
  expect(focused()).toBe('search');
  await user.keyboard('jc');
  expect(document.querySelector('input')).toHaveValue('jc');
  show(`${LIST}<div role="dialog"></div>`);
  await user.keyboard('j');
  expect(focused()).toBe('');
});

test('walk cards to what is likeliest in each, and confirm the candidate that is chosen there', async () => {
  const user = userEvent.setup();
  const card = (n: number) =>
    `<li data-row><a href="#">x</a><button id="d${n}"></button><button id="y${n}" data-candidate data-first></button><button id="z${n}" data-candidate></button></li>`;
  show(`<main><ul>${card(0)}${card(1)}</ul></main>`);
  await user.keyboard('c');
  await user.keyboard('j');
  expect(focused()).toBe('y0');
  await user.keyboard('cj{Tab}c');
  expect(pressed).toEqual(['y0', 'z1']);
});

test("confirm a page's only order", async () => {
  show('<main><button id="only" data-confirm></button></main>');
  await userEvent.setup().keyboard('c');
  expect(pressed).toEqual(['only']);
});

test('G and a letter go where the menu goes, in either layout; nowhere else, and not long after', async () => {
  const user = userEvent.setup();
  show(`<nav><a href="/orders" id="orders">Заказы</a></nav>${LIST}`);
  document.querySelector('nav a')?.addEventListener('click', (event) => {
    event.preventDefault();
    pressed.push('orders');
  });
  await user.keyboard('go');
  expect(pressed).toEqual(['orders']);
  // The second key alone is nothing.
  await user.keyboard('o');
  document.dispatchEvent(new KeyboardEvent('keydown', { code: 'KeyG', key: 'п', bubbles: true }));
  document.dispatchEvent(new KeyboardEvent('keydown', { code: 'KeyO', key: 'щ', bubbles: true }));
  expect(pressed).toEqual(['orders', 'orders']);
  // A section that the person does not have.
  await user.keyboard('gb');
  expect(pressed).toHaveLength(2);
});

test('? shows all of them, wherever it stands', async () => {
  show(LIST);
  document.dispatchEvent(new KeyboardEvent('keydown', { code: 'Digit7', key: '?', shiftKey: true, bubbles: true }));
  document.dispatchEvent(new KeyboardEvent('keydown', { code: 'Slash', key: ',', shiftKey: true, bubbles: true }));
  expect(sheets).toBe(2);
  document.querySelector('input')?.focus();
  await userEvent.setup().keyboard('?');
  expect(sheets).toBe(2);
});

test('Ctrl+K and ⌘K ask for the palette, in either layout and in fields, once, and not over a dialog', () => {
  show(LIST);
  const press = (options: KeyboardEventInit, target: EventTarget = document.body) =>
    target.dispatchEvent(new KeyboardEvent('keydown', { code: 'KeyK', bubbles: true, cancelable: true, ...options }));
  // What is pressed is not the browser's any more.
  expect(press({ key: 'k', ctrlKey: true })).toBe(false);
  press({ key: 'л', ctrlKey: true });
  press({ key: 'k', metaKey: true });
  const field = document.querySelector('input');
  if (field) press({ key: 'л', ctrlKey: true }, field);
  expect(palettes).toBe(4);
  press({ key: 'k', ctrlKey: true, repeat: true });
  press({ key: 'K', ctrlKey: true, shiftKey: true });
  press({ key: 'k', ctrlKey: true, altKey: true });
  press({ key: 'л' });
  expect(palettes).toBe(4);
  show(`${LIST}<dialog open></dialog>`);
  press({ key: 'k', ctrlKey: true });
  expect(palettes).toBe(4);
});

test.each(['trader', 'merchant', 'operator'] as const)(
  'nobody who is a %s has two sections of one letter',
  (role: Role) => {
    const memberRole = MEMBER_ROLES[role][0];
    const user = { username: 'anna', role, wallet: '', payout_enable: true, rights: rightsOf({ role, memberRole }) };
    const letters = sectionsOf(user).flatMap(({ name }) => SECTION_KEYS[name] ?? []);
    expect(letters.length).toBeGreaterThan(5);
    expect(new Set(letters).size).toBe(letters.length);
  },
);
