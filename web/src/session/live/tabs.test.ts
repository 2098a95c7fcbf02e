import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { shareTabs } from '@/test/tabs';
import { setVisibility } from '@/test/visibility';
import { amongTabs } from './tabs';

// Which of a browser's tabs listens for all.

let tabs: ReturnType<typeof shareTabs>;
let stopping: AbortController;
let leading: AbortSignal | undefined;

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  setVisibility('visible', true);
  tabs = shareTabs();
  leading = undefined;
  stopping = new AbortController();
  onTestFinished(() => stopping.abort());
  const { signal } = stopping;
  const lead = (turn: AbortSignal) => {
    leading = turn;
    return new Promise<void>((resolve) => turn.addEventListener('abort', () => resolve()));
  };
  amongTabs({ login: 'a', signal, lead, onNote: () => undefined });
});

const hellos = () => tabs.said.filter(({ kind }) => kind === 'hello');
const welcome = (to?: string) => {
  const hello = tabs.said.findLast((note) => note.kind === 'hello');
  if (hello === undefined) throw new Error('The tab has asked for nobody');
  tabs.tell({ kind: 'welcome', tab: to ?? hello.tab, state: 'on', recent: [], place: 'place-1' });
};
const inTurn = { signal: expect.any(AbortSignal) };
const wishes = () => tabs.wishes.map(({ options }) => options);

describe('the stream of another tab', () => {
  test('is left to it when it answers', () => {
    welcome();
    vi.advanceTimersByTime(10_000);
    expect(wishes()).toEqual([inTurn]);
  });

  test('is taken over when it does not answer', () => {
    vi.advanceTimersByTime(2900);
    expect(wishes()).toHaveLength(1);
    vi.advanceTimersByTime(100);
    expect(wishes()).toEqual([inTurn, { steal: true }]);
  });

  test('is taken over when it answers somebody else alone', () => {
    welcome('another');
    vi.advanceTimersByTime(3000);
    expect(wishes()).toEqual([inTurn, { steal: true }]);
  });

  test('is left to it when its answer was there, and could not be read in time', () => {
    // Timers due while the tab stood still come before its messages.
    vi.advanceTimersToNextTimer();
    welcome();
    vi.advanceTimersByTime(10_000);
    expect(wishes()).toHaveLength(1);
  });

  test('is asked for every twenty seconds, and taken over once it is silent', () => {
    welcome();
    vi.advanceTimersByTime(20_000);
    expect(hellos()).toMatchObject([{ isNew: true }, { isNew: false }]);
    vi.advanceTimersByTime(3000);
    expect(wishes()).toEqual([inTurn, { steal: true }]);
  });

  test('is asked for as soon as this tab is looked at, and not while it is hidden', () => {
    welcome();
    setVisibility('hidden', false);
    vi.advanceTimersByTime(60_000);
    expect(hellos()).toHaveLength(1);
    setVisibility('visible', true);
    expect(hellos()).toHaveLength(2);
  });
});

describe('a tab that listens', () => {
  beforeEach(() => tabs.wishes[0]?.grant());

  test('asks for nobody', () => {
    vi.advanceTimersByTime(60_000);
    expect([hellos().length, wishes().length]).toEqual([1, 1]);
  });

  test('that another takes over from stops, and waits for its turn', async () => {
    tabs.wishes[0]?.lose();
    await vi.waitFor(() => expect(wishes()).toEqual([inTurn, inTurn]));
    expect(leading?.aborted).toBe(true);
  });

  test('lets the next one go on when its session ends, and wants no more', async () => {
    stopping.abort();
    await vi.waitFor(() => expect(tabs.wishes[0]?.isOver()).toBe(true));
    vi.advanceTimersByTime(60_000);
    expect([hellos().length, wishes().length]).toEqual([1, 1]);
  });
});

test('a tab that waits wants its turn no longer when its session ends', () => {
  stopping.abort();
  expect(tabs.wishes[0]?.options.signal?.aborted).toBe(true);
});
