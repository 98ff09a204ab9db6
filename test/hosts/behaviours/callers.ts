// Who may call, how often, and from which pages.
import assert from 'node:assert/strict';
import type { Behaviour } from '../served.ts';
import {
  at,
  beginHeld,
  createEndless,
  createMessage,
  createTaggedPart,
  get,
  JSON_TYPE,
  post,
  release,
  sendData,
  textsOf,
  toBody,
} from '../wire.ts';

const BODY = toBody('SendMessage', {
  message: createMessage([createTaggedPart('number', { value: 4 })]),
});

export const CALLERS: readonly Behaviour[] = [
  {
    name: 'a stranger gets 401, and the way to sign in',
    async run(served) {
      const place = at(served, 'keyed');
      for (const path of ['/a2a', '/a2a/rest/message:send']) {
        const response = await post(place, [path, BODY]);
        assert.equal(response.status, 401);
        const metadata = `${place.url}/.well-known/oauth-protected-resource`;
        const challenge = response.headers.get('www-authenticate') ?? '';
        assert(challenge.includes(`Bearer realm="a2a", resource_metadata="${metadata}"`));
        await response.body?.cancel();
      }
    },
  },
  {
    name: '401 before the body has come',
    async run(served) {
      for (const path of ['/a2a', '/a2a/rest/message:send']) {
        const over = new AbortController();
        const response = await post(at(served, 'keyed'), [path, createEndless()], {
          signal: over.signal,
        });
        assert.equal(response.status, 401);
        over.abort();
      }
    },
  },
  {
    name: 'wrong keys are refused, even where none is needed',
    async run(served) {
      for (const name of ['open', 'keyed'] as const) {
        const headers = { 'x-api-key': 'a-wrong-key-of-some-length' };
        const response = await post(at(served, name), ['/a2a', BODY], { headers });
        assert.equal(response.status, 401);
        await response.body?.cancel();
      }
    },
  },
  {
    name: 'a handler knows its caller',
    async run(served) {
      const known = await sendData(at(served, 'keyed', 'liz'), 'asked', {});
      assert.deepEqual(textsOf(known), ['liz']);
      const stranger = await sendData(at(served, 'open'), 'asked', {});
      assert.deepEqual(textsOf(stranger), ['stranger']);
    },
  },
  {
    name: 'requests of a caller are limited',
    async run(served) {
      const place = at(served, 'keyed', 'eve');
      const statuses: number[] = [];
      for (let count = 0; count < 105; count += 1) {
        const response = await get(place, '/a2a/rest/tasks');
        statuses.push(response.status);
        if (response.status === 429) assert(Number(response.headers.get('retry-after')) > 0);
        await response.body?.cancel();
      }
      assert.equal(statuses[0], 200);
      assert.equal(statuses.at(-1), 429);
    },
  },
  {
    name: 'open streams of a caller are limited',
    async run(served) {
      const place = at(served, 'keyed', 'sue');
      const { key, live } = await beginHeld(place);
      const message = createMessage([createTaggedPart('held', { key })]);
      const refused = await post(place, ['/a2a', toBody('SendStreamingMessage', { message })]);
      assert.match(await refused.text(), /"error"/u);
      await release(at(served, 'open'), key);
      await live.return();
    },
  },
  {
    name: 'foreign host names are refused',
    async run({ url, statusUnder }) {
      const path = `${url('open')}/.well-known/agent-card.json`;
      assert.equal(await statusUnder(new URL(path).host, path), 200);
      assert.equal(await statusUnder('evil.example', path), 421);
    },
  },
  {
    name: 'pages of other sites are refused, but those that are listed',
    async run(served) {
      const place = at(served, 'open');
      const from = (origin: string, method: string) =>
        place.fetch(`${place.url}/a2a`, {
          method,
          headers: { ...JSON_TYPE, origin, 'access-control-request-method': 'POST' },
          ...(method === 'POST' && { body: BODY }),
        });
      const asked = await from('https://app.example', 'OPTIONS');
      assert.deepEqual(
        [asked.status, asked.headers.get('access-control-allow-origin')],
        [204, 'https://app.example'],
      );
      assert.equal((await from('https://app.example', 'POST')).status, 200);
      for (const method of ['OPTIONS', 'POST']) {
        assert.equal((await from('https://evil.example', method)).status, 403);
      }
    },
  },
];
