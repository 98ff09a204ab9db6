import type { StreamResponse } from '@a2a-js/sdk';
import { expect, test } from 'vitest';
import { fromEventId, findEventId, withPosition } from './event-id.ts';

function createEvent(): StreamResponse {
  return { payload: undefined };
}

test('findEventId() knows events by identity', () => {
  const event = withPosition(createEvent(), { taskId: 'a:b', seq: 12 });
  expect(findEventId(event)).toBe('a:b:12');
  expect(findEventId({ ...event })).toBeUndefined();
  expect(findEventId(createEvent())).toBeUndefined();
});

test('fromEventId() reads what findEventId() made', () => {
  expect(fromEventId('a:b:12')).toEqual({ taskId: 'a:b', seq: 12 });
});

test.each([
  '',
  ':',
  ':1',
  'a',
  'a:',
  'a:0',
  'a:01',
  'a:-1',
  'a:1.0',
  'a:1e3',
  'a:1 ',
  7,
  undefined,
])('fromEventId() makes nothing of %j', (id) => {
  expect(fromEventId(id)).toBeUndefined();
});

test('fromEventId() makes nothing of numbers that JavaScript cannot count to', () => {
  expect(fromEventId('a:99999999999999999')).toBeUndefined();
});
