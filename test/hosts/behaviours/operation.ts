// What operators rely on.
import assert from 'node:assert/strict';
import { toClosingKey } from '../gates.ts';
import type { Behaviour } from '../served.ts';
import {
  at,
  beginHeld,
  createMessage,
  createTaggedPart,
  get,
  post,
  release,
  toBody,
  until,
  untilHandlerIs,
} from '../wire.ts';

export const OPERATION: readonly Behaviour[] = [
  {
    name: 'health',
    async run(served) {
      for (const path of ['/healthz', '/readyz']) {
        assert.equal((await get(at(served, 'open'), path)).status, 200);
      }
    },
  },
  {
    name: 'closing ends streams and tasks, and refuses calls',
    async run(served) {
      const brief = at(served, 'brief');
      const open = at(served, 'open');
      const { key, live } = await beginHeld(brief);
      await release(open, toClosingKey(brief.url));
      // The stream ends, be it with an event that says why.
      for await (const event of live) void event;
      await untilHandlerIs(open, key, 'aborted');
      const message = createMessage([createTaggedPart('number', { value: 4 })]);
      const body = toBody('SendMessage', { message });
      await until(
        async () => {
          try {
            const response = await post(brief, ['/a2a', body]);
            return response.status === 503 || (await response.text()).includes('-32000');
          } catch {
            // A server of its own frees its port.
            return true;
          }
        },
        (isRefused) => isRefused,
      );
    },
  },
];
