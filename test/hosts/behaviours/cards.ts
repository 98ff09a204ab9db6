// Cards, and what else is public about an agent.
import assert from 'node:assert/strict';
import type { Behaviour } from '../served.ts';
import { at, get, type Place } from '../wire.ts';

const CARD = '/.well-known/agent-card.json';

async function readJson(
  place: Place,
  path: string,
  headers = {},
): Promise<Record<string, unknown>> {
  const response = await get(place, path, headers);
  assert.equal(response.status, 200);
  return (await response.json()) as Record<string, unknown>;
}

export const CARDS: readonly Behaviour[] = [
  {
    name: 'the card of 1.0, with URLs below the base path',
    async run(served) {
      const place = at(served, 'open');
      const card = await readJson(place, CARD);
      const urls = (card['supportedInterfaces'] as readonly { readonly url: string }[]).map(
        ({ url }) => url,
      );
      assert.deepEqual([...new Set(urls)].toSorted(), [
        `${place.url}/a2a`,
        `${place.url}/a2a/rest`,
      ]);
    },
  },
  {
    name: 'the card of 0.3',
    async run(served) {
      const place = at(served, 'open');
      const card = await readJson(place, CARD, { 'a2a-version': '0.3' });
      assert.equal(card['url'], `${place.url}/a2a`);
      assert.match(String(card['protocolVersion']), /^0\.3/u);
    },
  },
  {
    name: 'a known card is not sent again',
    async run(served) {
      const first = await get(at(served, 'open'), CARD);
      const etag = first.headers.get('etag');
      assert(etag !== null);
      await first.text();
      const headers = { 'if-none-match': etag, 'cache-control': 'max-age=0' };
      const again = await get(at(served, 'open'), CARD, headers);
      assert.deepEqual([again.status, await again.text()], [304, '']);
    },
  },
  {
    name: 'HEAD of the card',
    async run(served) {
      const { url, fetch } = at(served, 'open');
      const head = await fetch(url + CARD, { method: 'HEAD' });
      assert.deepEqual([head.status, await head.text()], [200, '']);
      assert(head.headers.has('etag'));
    },
  },
  {
    name: 'the card is signed, and the keys are public',
    async run(served) {
      const place = at(served, 'keyed');
      const card = await readJson(place, CARD);
      assert((card['signatures'] as readonly object[]).length > 0);
      const { keys } = (await readJson(place, '/.well-known/jwks.json')) as {
        readonly keys: readonly { readonly d?: string; readonly crv: string }[];
      };
      assert.deepEqual([keys[0]?.crv, keys[0]?.d], ['Ed25519', undefined]);
    },
  },
  {
    name: 'the metadata of OAuth',
    async run(served) {
      const place = at(served, 'keyed');
      const metadata = await readJson(place, '/.well-known/oauth-protected-resource');
      assert.deepEqual(metadata['authorization_servers'], ['https://login.example']);
    },
  },
  {
    name: 'the extended card shows what a caller may see',
    async run(served) {
      const path = '/a2a/rest/extendedAgentCard';
      const seen = await readJson(at(served, 'open', 'olga'), path);
      assert.match(JSON.stringify(seen['skills']), /"hidden"/u);
      const plain = await readJson(at(served, 'open', 'ada'), path);
      assert.doesNotMatch(JSON.stringify(plain['skills']), /"hidden"/u);
    },
  },
];
