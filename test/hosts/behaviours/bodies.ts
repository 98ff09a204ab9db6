// Files, and bodies that are too large, too slow or broken off.
import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import type { Behaviour } from '../served.ts';
import {
  at,
  call,
  createEndless,
  createTaggedPart,
  inPieces,
  post,
  send,
  sendData,
  textsOf,
  toBody,
} from '../wire.ts';

const BYTES = Buffer.from(Array.from({ length: 100_000 }, (_, index) => index % 256));

export const BODIES: readonly Behaviour[] = [
  {
    name: 'files are taken, and come back',
    async run(served) {
      const file = {
        raw: BYTES.toString('base64'),
        filename: 'bytes.bin',
        mediaType: 'application/octet-stream',
      };
      const task = await send(at(served, 'open'), [createTaggedPart('measured', {}), file]);
      assert.deepEqual(textsOf(task), ['100000']);
      const raw = task.artifacts?.flatMap(({ parts }) => parts).find((part) => part.raw)?.raw;
      assert.deepEqual(Buffer.from(raw ?? '', 'base64'), Buffer.from(BYTES.toReversed()));
    },
  },
  {
    name: 'other files are refused',
    async run(served) {
      const file = { raw: 'AAAA', filename: 'a.png', mediaType: 'image/png' };
      const message = {
        messageId: crypto.randomUUID(),
        role: 'ROLE_USER',
        parts: [createTaggedPart('measured', {}), file],
      };
      const { error } = await call(at(served, 'open'), 'SendMessage', { message });
      assert.equal(error?.code, -32_005);
    },
  },
  {
    name: 'large bodies are refused while they are read',
    async run(served) {
      const response = await post(at(served, 'open'), ['/a2a', inPieces(1_000)]);
      assert.equal(response.status, 413);
      assert.match(await response.text(), /-32600/u);
    },
  },
  {
    name: 'compressed bombs are refused',
    async run(served) {
      const headers = { 'content-encoding': 'gzip' };
      const body = gzipSync(Buffer.alloc(5_000_000, ' '));
      const response = await post(at(served, 'open'), ['/a2a', body], { headers });
      assert.equal(response.status, 413);
      await response.body?.cancel();
    },
  },
  {
    name: 'a slow body holds up no other call',
    async run(served) {
      const place = at(served, 'open');
      const over = new AbortController();
      const slow = post(place, ['/a2a', createEndless()], { signal: over.signal }).catch(
        () => undefined,
      );
      await sendData(place, 'number', { value: 4 });
      over.abort();
      await slow;
    },
  },
  {
    name: 'a body that breaks off begins no task',
    async run(served) {
      const place = at(served, 'open', 'max');
      const over = new AbortController();
      const text = toBody('SendMessage', { message: { messageId: '1' } });
      const { promise: begun, resolve } = Promise.withResolvers<void>();
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          controller.enqueue(new TextEncoder().encode(text.slice(0, -9)));
          resolve();
          return new Promise(() => undefined);
        },
      });
      const sent = post(place, ['/a2a', body], { signal: over.signal }).catch(() => undefined);
      await begun;
      over.abort();
      await sent;
      const { result } = await call(place, 'ListTasks', {});
      assert.deepEqual(result?.['tasks'] ?? [], []);
    },
  },
];
