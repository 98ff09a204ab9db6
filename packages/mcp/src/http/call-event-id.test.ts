import { expect, test } from 'vitest';
import { parseCallEventId, toCallEventId } from './call-event-id.ts';

const HANDLE = 'AbC_-9';

test.each([7, 1.5, 'a "b"\nü;', '', 'ü'.repeat(600), '請求'.repeat(400), '🦁'.repeat(400)])(
  'the id of an event names the call %j and its task',
  (request) => {
    const id = toCallEventId({ request, handle: HANDLE });
    expect(id).toMatch(/^[\x21-\x7e]+$/u);
    expect(parseCallEventId(id)).toEqual({ request, handle: HANDLE });
    expect(parseCallEventId(toCallEventId({ request }))).toEqual({ request, handle: undefined });
  },
);

test('an id that would be too long for a header names no task', () => {
  const request = 'ü'.repeat(1_500);
  const id = toCallEventId({ request, handle: 'h'.repeat(500) });
  expect(parseCallEventId(id)).toEqual({ request, handle: undefined });
  expect(toCallEventId({ request: 1, handle: 'h'.repeat(9000) })).toBe('call-1');
});

test.each(['', 'call-', 'call-%', 'call-{}', 'call-null', 'other-1', `call-;${HANDLE}`])(
  'the id %j names no call',
  (id) => {
    expect(parseCallEventId(id)).toBeUndefined();
  },
);
