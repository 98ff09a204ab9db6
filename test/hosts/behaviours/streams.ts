// Streams of events, which hosts must neither hold back nor break off.
import assert from 'node:assert/strict';
import { collect, readEvents } from '../../src/support/event-stream.ts';
import type { Behaviour } from '../served.ts';
import {
  at,
  beginHeld,
  call,
  post,
  readLast,
  release,
  stream,
  toBody,
  until,
  untilHandlerIs,
} from '../wire.ts';

/** The length of each of the pieces that a slow reader gets: more than sockets keep. */
const LONG = 60_000;

export const STREAMS: readonly Behaviour[] = [
  {
    name: 'events come while the task works',
    async run(served) {
      const place = at(served, 'open');
      const { key, live, response } = await beginHeld(place);
      assert.equal(response.headers.get('cache-control'), 'private, no-store, no-transform');
      await untilHandlerIs(place, key, 'held');
      await release(place, key);
      assert.match(await readLast(live), /TASK_STATE_COMPLETED/u);
    },
  },
  {
    name: 'events are not held back by compression',
    async run(served) {
      const place = at(served, 'open');
      const headers = { 'accept-encoding': 'gzip, deflate, br' };
      const { key, live, response } = await beginHeld(place, { headers });
      assert.equal(response.headers.get('content-encoding'), null);
      await release(place, key);
      assert.match(await readLast(live), /TASK_STATE_COMPLETED/u);
    },
  },
  {
    name: 'a stream resumes by event id',
    async run(served) {
      const place = at(served, 'open');
      const over = new AbortController();
      const { key, taskId, lastId } = await beginHeld(place, { signal: over.signal });
      over.abort();
      const headers = { 'last-event-id': lastId };
      const body = toBody('SubscribeToTask', { id: taskId });
      const resumed = await post(place, ['/a2a', body], { headers });
      await release(place, key);
      const events = await collect(readEvents(resumed));
      assert(events.length > 0);
      const last = Number(lastId.split(':')[1]);
      // Every event after the last one, in order, and none again.
      assert.deepEqual(
        events.map(({ id }) => id),
        events.map((_event, index) => `${taskId}:${last + 1 + index}`),
      );
      assert.match(JSON.stringify(events.at(-1)), /TASK_STATE_COMPLETED/u);
    },
  },
  {
    name: 'a quiet stream has heartbeats',
    async run(served) {
      const place = at(served, 'open');
      const key = crypto.randomUUID();
      const response = await stream(place, ['held', { key }]);
      assert(response.body);
      let text = '';
      for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
        text += chunk;
        if (/^:/mu.test(text)) break;
      }
      await release(place, key);
    },
  },
  {
    name: 'a caller who goes ends its stream, not the task',
    async run(served) {
      const place = at(served, 'keyed', 'ada');
      const over = new AbortController();
      const { key, taskId } = await beginHeld(place, { signal: over.signal });
      // The caller may have one stream, whose place is free once the host knows.
      over.abort();
      const again = await until(
        () => post(place, ['/a2a', toBody('SubscribeToTask', { id: taskId })]),
        ({ headers }) => headers.get('content-type') === 'text/event-stream',
      );
      await release(place, key);
      assert.match(await readLast(readEvents(again)), /TASK_STATE_COMPLETED/u);
    },
  },
  {
    name: '500 events come in order',
    async run(served) {
      const response = await stream(at(served, 'open'), ['wanted', { count: 500, length: 10 }]);
      const text = JSON.stringify(await collect(readEvents(response)));
      const numbers = [...text.matchAll(/"(\d+) \.*"/gu)].map(([, number]) => Number(number));
      assert.deepEqual(
        numbers,
        Array.from({ length: 500 }, (_, index) => index + 1),
      );
    },
  },
  {
    name: 'a slow reader loses nothing',
    async run(served) {
      const place = at(served, 'open');
      const response = await stream(place, ['wanted', { count: 100, length: LONG }]);
      const events = readEvents(response);
      const { value: first } = await events.next();
      const [id = ''] = (first?.id ?? '').split(':');
      // Nothing is read until the task has ended.
      await until(
        () => call(place, 'GetTask', { id, historyLength: 0 }),
        ({ result }) => JSON.stringify(result?.['status']).includes('COMPLETED'),
      );
      const rest = await collect(events);
      const pieces = rest.filter((event) => JSON.stringify(event).includes('piece-'));
      assert.equal(pieces.length, 100);
    },
  },
];
