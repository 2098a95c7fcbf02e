import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MINUTE } from '../../kernel/clock.ts';
import { isOnBySchedule, nextSwitch } from './rules.ts';

const at = (moscow: string) => new Date(`${moscow}+03:00`);
const DAY = { timeUp: '09:00', timeDown: '21:30' };
const NIGHT = { timeUp: '22:00', timeDown: '06:00' };

describe('a schedule', () => {
  test.each([
    [DAY, '2026-11-20T08:59:59.999', false],
    [DAY, '2026-11-20T09:00', true],
    [DAY, '2026-11-20T21:29:59.999', true],
    [DAY, '2026-11-20T21:30', false],
    [DAY, '2026-11-20T00:00', false],
    [NIGHT, '2026-11-20T21:59', false],
    [NIGHT, '2026-11-20T22:00', true],
    [NIGHT, '2026-11-20T23:59:59.999', true],
    [NIGHT, '2026-11-21T00:00', true],
    [NIGHT, '2026-11-21T05:59', true],
    [NIGHT, '2026-11-21T06:00', false],
    [{ timeUp: '00:00', timeDown: '00:01' }, '2026-01-01T00:00', true],
    [{ timeUp: '00:00', timeDown: '00:01' }, '2026-01-01T00:01', false],
  ])('%j at %s is on: %j', (schedule, moment, isOn) => {
    expect(isOnBySchedule(at(moment), schedule)).toBe(isOn);
  });

  test.each([
    [DAY, '2026-11-20T08:59:59.999', '2026-11-20T09:00'],
    [DAY, '2026-11-20T09:00', '2026-11-20T21:30'],
    [DAY, '2026-11-20T21:30', '2026-11-21T09:00'],
    [NIGHT, '2026-12-31T22:00', '2027-01-01T06:00'],
    [{ timeUp: '00:00', timeDown: '23:59' }, '2026-11-20T23:59', '2026-11-21T00:00'],
  ])('%j at %s is switched next at %s', (schedule, moment, next) => {
    expect(nextSwitch(at(moment), schedule)).toEqual(at(next));
  });
});

// The same, found by walking a clock in Moscow minute by minute.

const clockIn = (moment: Date) =>
  new Intl.DateTimeFormat('ru-RU', { timeZone: 'Europe/Moscow', hour: '2-digit', minute: '2-digit' }).format(moment);
const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
const schedules = fc.record({ timeUp: time, timeDown: time }).filter(({ timeUp, timeDown }) => timeUp !== timeDown);
const moments = fc.date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });

describe('at any moment, by any schedule,', () => {
  test('what was said last is what a clock walked back comes to first', () => {
    fc.assert(
      fc.property(moments, schedules, (moment, schedule) => {
        const now = minutesOf(clockIn(moment));
        const ago = (time: string) => (now - minutesOf(time) + 1440) % 1440;
        expect(isOnBySchedule(moment, schedule)).toBe(ago(schedule.timeUp) < ago(schedule.timeDown));
      }),
    );
  });

  test('the next switch is later, within a day, at one of the two times, and nothing is in between', () => {
    fc.assert(
      fc.property(moments, schedules, (moment, schedule) => {
        const next = nextSwitch(moment, schedule);
        expect(next.getTime()).toBeGreaterThan(moment.getTime());
        expect(next.getTime() - moment.getTime()).toBeLessThanOrEqual(1440 * MINUTE);
        expect([schedule.timeUp, schedule.timeDown]).toContain(clockIn(next));
        expect(next.getTime() % MINUTE).toBe(0);
        // From one to the next it changes exactly once.
        expect(isOnBySchedule(new Date(next.getTime() - 1), schedule)).toBe(isOnBySchedule(moment, schedule));
        expect(isOnBySchedule(next, schedule)).toBe(!isOnBySchedule(moment, schedule));
        expect(clockIn(next)).toBe(isOnBySchedule(next, schedule) ? schedule.timeUp : schedule.timeDown);
      }),
    );
  });
});
