import { expect, test } from 'vitest';
import { fromLocalTime, toLocalTime } from '../text/local-time.ts';
import { toOffsetText } from '../text/local-time.ts';
import { createMomentZone } from './time-zone.ts';

test.each([
  ['Europe/Rome', '2026-01-05T10:30', '2026-01-05T10:30:00+01:00'],
  ['Europe/Rome', '2026-07-05T10:30:15', '2026-07-05T10:30:15+02:00'],
  ['America/New_York', '2026-03-08T01:59', '2026-03-08T01:59:00-05:00'],
  ['America/New_York', '2026-03-08T03:00', '2026-03-08T03:00:00-04:00'],
  ['Asia/Kathmandu', '2026-01-05T00:00', '2026-01-05T00:00:00+05:45'],
  ['UTC', '2026-01-05T10:30', '2026-01-05T10:30:00Z'],
])('a clock in %s: %s', (name, wall, text) => {
  const zone = createMomentZone(name, false);
  expect(zone.fromWall(wall)).toBe(text);
  expect(zone.toWall(text)).toBe(text.slice(0, 19));
});

test('a clock that is skipped gets no offset, and a text that is no time is no clock', () => {
  const zone = createMomentZone('America/New_York', false);
  expect(zone.fromWall('2026-03-08T02:30')).toBe('2026-03-08T02:30');
  expect(zone.toWall('2026-03-08T02:30')).toBe('2026-03-08T02:30');
  expect(zone.toWall('soon')).toBe('');
  expect(zone.toWall('2026-01-05T23:30:00-08:00')).toBe('2026-01-06T02:30:00');
});

// A year is typed digit by digit, and each of them is a year for a moment.
test.each(['0002', '0020', '0202', '1890', '2027', '9999'])(
  'the clock stays in the year %s',
  (year) => {
    for (const name of ['Europe/Rome', 'Asia/Tokyo', 'America/New_York', 'UTC']) {
      const zone = createMomentZone(name, false);
      const wall = `${year}-03-05T10:00:00`;
      expect(zone.toWall(zone.fromWall(wall))).toBe(wall);
    }
  },
);

test.each(['20266-01-01T10:00', '120266-01-01T10:00'])(
  'a year that is too long stays: %s',
  (wall) => {
    const zone = createMomentZone('Europe/Rome', false);
    expect(zone.toWall(zone.fromWall(wall))).toBe(wall);
    expect(toLocalTime(fromLocalTime(wall))).toBe(wall);
  },
);

test.each(['+275760-09-13T00:00:00Z', '-271821-04-20T00:00:00Z', '+012026-01-01T00:00:00Z'])(
  'a time that no clock shows is an empty one: %s',
  (text) => {
    expect(createMomentZone('Europe/Rome', false).toWall(text)).toBe('');
    expect(toLocalTime(text)).toBe('');
  },
);

test('a time of day has the offset of today', () => {
  const zone = createMomentZone('Asia/Tokyo', true);
  expect(zone.fromWall('10:30')).toBe('10:30:00+09:00');
  expect(zone.toWall('01:30:00Z')).toBe('10:30:00');
  expect(zone.toWall('10:30')).toBe('10:30');
});

test.each([
  [0, 'Z'],
  [-330, '-05:30'],
  [720, '+12:00'],
])('an offset of %i minutes', (minutes, text) => expect(toOffsetText(minutes)).toBe(text));
