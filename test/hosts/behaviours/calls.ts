// Calls and their refusals, over every protocol of a handler.
import { connect } from '@formwork/client';
import { createServer } from '@formwork/server';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { AGENT, toOptions } from '../agents.ts';
import type { Behaviour } from '../served.ts';
import {
  at,
  call,
  createMessage,
  createTaggedPart,
  get,
  JSON_TYPE,
  post,
  send,
  sendData,
  textsOf,
  toBody,
  type WireAnswer,
} from '../wire.ts';

const NUMBER = createTaggedPart('number', { value: 4 });

const isDoubled = (answer: unknown): void => {
  const { status, artifacts } = (answer as WireAnswer['result'])?.task ?? {};
  assert.equal(status?.state, 'TASK_STATE_COMPLETED');
  assert.deepEqual(artifacts?.[0]?.parts[0]?.data, { value: 8 });
};

export const CALLS: readonly Behaviour[] = [
  {
    name: 'a call is answered',
    async run(served) {
      isDoubled({ task: await send(at(served, 'open'), [NUMBER]) });
    },
  },
  {
    name: 'a call over REST',
    async run(served) {
      const body = JSON.stringify({ message: createMessage([NUMBER]) });
      const response = await post(at(served, 'open'), ['/a2a/rest/message:send', body]);
      isDoubled(await response.json());
    },
  },
  {
    name: 'a call of A2A 0.3',
    async run(served) {
      const message = {
        kind: 'message',
        messageId: '1',
        role: 'user',
        parts: [
          {
            kind: 'data',
            data: { value: 4 },
            metadata: { mimeType: 'application/json;schema=number' },
          },
        ],
      };
      const { url, fetch } = at(served, 'open');
      const response = await fetch(`${url}/a2a`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: toBody('message/send', { message }),
      });
      const { result } = (await response.json()) as WireAnswer;
      assert.equal(result?.['kind'], 'task');
      assert.match(JSON.stringify(result), /"state":"completed".*"value":8/u);
    },
  },
  {
    name: 'a typed client, also within a skill',
    async run(served) {
      const { url, fetch } = at(served, 'open');
      const remote = await connect<typeof AGENT>(url, {
        fetch: (input, init) => fetch(new Request(input, init)),
      });
      assert.deepEqual(await remote.skill('double').call({ value: 4 }), { value: 8 });
      const peer = createServer(AGENT, toOptions('brief'));
      const { url: peerUrl } = await peer.listen({ port: 0 });
      // Has a card of its own, and leads calls elsewhere.
      const door = createHttpServer(async (asked, response) => {
        const { url: path = '', headers } = asked;
        if (!path.endsWith('.json')) return response.writeHead(307, { location: peerUrl }).end();
        const card = await (await globalThis.fetch(peerUrl + path)).text();
        const type = { 'content-type': 'application/json' };
        return response
          .writeHead(200, type)
          .end(card.replaceAll(new URL(peerUrl).host, headers.host ?? ''));
      });
      await once(door.listen(0, '127.0.0.1'), 'listening');
      try {
        const answer = await sendData(at(served, 'open'), 'relayed', { url: peerUrl });
        assert.deepEqual(textsOf(answer), ['{"value":8}']);
        const { port } = door.address() as AddressInfo;
        const redirected = `http://127.0.0.1:${port}`;
        const refusal = await sendData(at(served, 'open'), 'relayed', { url: redirected });
        assert.match(textsOf(refusal).join(), /redirect/iu);
      } finally {
        await peer.close();
        door.closeAllConnections();
        door.close();
      }
    },
  },
  {
    name: 'wrong data is refused by name',
    async run(served) {
      const message = createMessage([createTaggedPart('number', { value: 'four' })]);
      const { error } = await call(at(served, 'open'), 'SendMessage', { message });
      assert.equal(error?.code, -32_602);
      assert.match(error.message, /value/u);
    },
  },
  {
    name: 'broken and empty JSON are refused',
    async run(served) {
      for (const body of ['{"jsonrpc":', undefined]) {
        const response = await post(at(served, 'open'), ['/a2a', body]);
        assert.equal(((await response.json()) as WireAnswer).error?.code, -32_700);
      }
    },
  },
  {
    name: 'unknown methods are refused',
    async run(served) {
      const { error } = await call(at(served, 'open'), 'Nonsense', {});
      assert.equal(error?.code, -32_601);
    },
  },
  {
    name: 'batches are refused',
    async run(served) {
      const body = JSON.stringify([{ jsonrpc: '2.0', id: 7, method: 'ListTasks', params: {} }]);
      const response = await post(at(served, 'open'), ['/a2a', body]);
      assert.match(await response.text(), /-32600.*Batches are not supported/u);
    },
  },
  {
    name: 'unknown versions are refused',
    async run(served) {
      const headers = { 'a2a-version': '9.9' };
      const body = toBody('SendMessage', { message: createMessage([NUMBER]) });
      const response = await post(at(served, 'open'), ['/a2a', body], { headers });
      assert.equal(((await response.json()) as WireAnswer).error?.code, -32_009);
    },
  },
  {
    name: 'compressed bodies are read',
    async run(served) {
      const body = gzipSync(toBody('SendMessage', { message: createMessage([NUMBER]) }));
      const headers = { 'content-encoding': 'gzip' };
      const response = await post(at(served, 'open'), ['/a2a', body], { headers });
      isDoubled(((await response.json()) as WireAnswer).result);
    },
  },
  {
    name: 'letters of any language come back',
    async run(served) {
      const text = 'Grüße, 東京, שלום, 👩‍🚀 \u2028 "\\" \u0000 end';
      const task = await sendData(at(served, 'open'), 'said', { text });
      assert.deepEqual(textsOf(task), [text]);
    },
  },
  {
    name: 'a repeated message begins no second task',
    async run(served) {
      const message = createMessage([NUMBER]);
      const answers = await Promise.all(
        [1, 2].map(() => call(at(served, 'open', 'ada'), 'SendMessage', { message })),
      );
      const [first, second] = answers.map(({ result }) => result?.task?.id);
      assert(first !== undefined);
      assert.equal(second, first);
    },
  },
  {
    name: 'paths: 404, 405, OPTIONS',
    async run(served) {
      const place = at(served, 'open');
      for (const path of ['/nowhere', '/a2ax', '/x/a2a']) {
        const response = await get(place, path);
        assert.equal(response.status, 404);
        await response.body?.cancel();
      }
      const wrong = await get(place, '/a2a');
      assert.deepEqual([wrong.status, wrong.headers.get('allow')], [405, 'POST, OPTIONS']);
      const asked = await place.fetch(`${place.url}/a2a`, {
        method: 'OPTIONS',
        headers: JSON_TYPE,
      });
      assert.deepEqual([asked.status, asked.headers.get('allow')], [204, 'POST, OPTIONS']);
    },
  },
];
