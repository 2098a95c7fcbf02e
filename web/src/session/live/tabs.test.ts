import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { lendNavigator } from '@/test/navigator';
import { setVisibility } from '@/test/visibility';
import { amongTabs, type Note } from './tabs';

// A tab that has come, while another one listens for all.

let wishes: LockOptions[];
let said: Note[];
let answer: (note: Note) => void;

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  setVisibility('visible', true);
  wishes = [];
  said = [];
  vi.stubGlobal(
    'BroadcastChannel',
    class extends EventTarget {
      constructor() {
        super();
        answer = (data) => void this.dispatchEvent(new MessageEvent('message', { data }));
      }
      postMessage = (note: Note) => said.push(note);
      close = () => undefined;
    },
  );
  lendNavigator('locks', {
    request: (_name: string, options: LockOptions) => {
      wishes.push(options);
      return new Promise(() => undefined);
    },
  });
  const stopping = new AbortController();
  onTestFinished(() => stopping.abort());
  const { signal } = stopping;
  amongTabs({ login: 'a', signal, lead: () => Promise.resolve(), hear: () => undefined });
});

const welcome = () => {
  const [hello] = said;
  if (hello?.kind !== 'hello') throw new Error('The tab has asked for nobody');
  answer({ kind: 'welcome', tab: hello.tab, state: 'on', recent: [], place: 'place-1' });
};

describe('the stream of another tab', () => {
  test('is left to it when it answers', () => {
    welcome();
    vi.advanceTimersByTime(10_000);
    expect(wishes).toEqual([{ signal: expect.any(AbortSignal) }]);
  });

  test('is taken over when it does not answer', () => {
    vi.advanceTimersByTime(2900);
    expect(wishes).toHaveLength(1);
    vi.advanceTimersByTime(100);
    expect(wishes.slice(1)).toEqual([{ steal: true }]);
  });

  test('is left to it when its answer was there, and could not be read in time', () => {
    // What was due while the tab stood still comes before what it was told.
    vi.advanceTimersToNextTimer();
    welcome();
    vi.advanceTimersByTime(10_000);
    expect(wishes).toHaveLength(1);
  });
});
