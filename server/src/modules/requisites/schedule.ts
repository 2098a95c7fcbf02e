import { after, MINUTE, moscowMidnight } from '../../kernel/clock.ts';

/** When a requisite is switched on and off, each day in Moscow, `HH:MM`. Either may come first. */
export interface Schedule {
  timeUp: string;
  timeDown: string;
}

const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What happens at a moment: on, or off. */
interface Switch {
  at: Date;
  isOn: boolean;
}

/** Every switch of three days in Moscow, yesterday to tomorrow, in order of time. */
function switchesAround(at: Date, { timeUp, timeDown }: Schedule): Switch[] {
  const today = moscowMidnight(at);
  return [-DAY, 0, DAY]
    .flatMap((day) => [
      { at: after(today, day + sinceMidnight(timeUp)), isOn: true },
      { at: after(today, day + sinceMidnight(timeDown)), isOn: false },
    ])
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

function sinceMidnight(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * HOUR + minutes * MINUTE;
}

/** What the schedule has said last: at this moment, or before it. */
export function isOnBySchedule(at: Date, schedule: Schedule): boolean {
  return switchesAround(at, schedule).findLast((each) => each.at <= at)?.isOn ?? false;
}

/** When the schedule says something next, after this moment. */
export function nextSwitch(at: Date, schedule: Schedule): Date {
  const next = switchesAround(at, schedule).find((each) => each.at > at);
  if (next === undefined) throw new Error('A schedule has a switch every day');
  return next.at;
}
