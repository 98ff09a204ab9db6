import { describe, expect, test } from 'vitest';
import type { RegistryStore, SearchTerm, StoreSearch } from '../store/registry-store.ts';
import { createNewAgent, START, TTL_MS, type StoreUnderTest } from './samples.ts';

/**
 * Declares the tests of searching a registry store for agents by terms and status, page by page.
 */
export function describeSearch(subject: StoreUnderTest): void {
  const ALL: StoreSearch = { terms: [], status: undefined, time: START, after: 0, limit: 100 };

  async function openFilled(): Promise<RegistryStore> {
    const store = await subject.open();
    const facts = [
      { name: 'Rates', tags: ['Finance'], capabilities: ['price_query', 'streaming'] },
      { name: 'Ratings', tags: ['finance', 'news'], capabilities: ['rate'], schemas: [] },
      { name: 'Écart 日本語', tags: ['news'], capabilities: ['price_query'] },
    ];
    for (const [index, fields] of facts.entries()) {
      await store.add(
        createNewAgent(`a${index}`, { description: '', provider: '', skills: [], ...fields }),
      );
    }
    return store;
  }

  async function findNames(store: RegistryStore, terms: readonly SearchTerm[]) {
    const { agents, totalCount } = await store.search({ ...ALL, terms });
    expect(totalCount).toBe(agents.length);
    return agents.map(({ facts }) => facts.name);
  }

  describe('search', () => {
    test.each<[readonly SearchTerm[], readonly string[]]>([
      [[], ['Rates', 'Ratings', 'Écart 日本語']],
      [[{ kind: 'capability', text: 'price_query' }], ['Rates', 'Écart 日本語']],
      [[{ kind: 'capability', text: 'PRICE_QUERY' }], []],
      [[{ kind: 'capability', text: 'price' }], []],
      [[{ kind: 'tag', text: 'finance' }], ['Rates', 'Ratings']],
      [
        [
          { kind: 'tag', text: 'finance' },
          { kind: 'tag', text: 'news' },
        ],
        ['Ratings'],
      ],
      [[{ kind: 'schema', text: 'priceQuery' }], ['Rates', 'Écart 日本語']],
      [[{ kind: 'fingerprint', text: 'f'.repeat(64) }], ['Rates', 'Écart 日本語']],
      [[{ kind: 'word', text: 'rat', isPrefix: true }], ['Rates', 'Ratings']],
      [[{ kind: 'word', text: 'rates', isPrefix: true }], ['Rates']],
      [[{ kind: 'word', text: 'rat' }], []],
      [[{ kind: 'word', text: 'éc', isPrefix: true }], ['Écart 日本語']],
      [[{ kind: 'word', text: 'é', isPrefix: true }], ['Écart 日本語']],
      [[{ kind: 'word', text: '日', isPrefix: true }], ['Écart 日本語']],
      [[{ kind: 'word', text: '%', isPrefix: true }], []],
      [[{ kind: 'word', text: '_', isPrefix: true }], []],
      [[{ kind: 'word', text: `' or 1=1 --`, isPrefix: true }], []],
      [
        [
          { kind: 'word', text: 'rat', isPrefix: true },
          { kind: 'capability', text: 'streaming' },
        ],
        ['Rates'],
      ],
    ])('%j finds %j', async (terms, expected) => {
      expect(await findNames(await openFilled(), terms)).toEqual(expected);
    });

    test('status is that of now', async () => {
      const store = await subject.open();
      await store.add(createNewAgent('long', { healthyUntil: START + 2 * TTL_MS }));
      await store.add(createNewAgent('short'));
      const find = async (time: number) => {
        const [healthy, unhealthy] = await Promise.all(
          (['healthy', 'unhealthy'] as const).map((status) =>
            store.search({ ...ALL, status, time }),
          ),
        );
        return [healthy, unhealthy].map((page) => page?.agents.map(({ facts }) => facts.name));
      };
      expect(await find(START)).toEqual([['long', 'short'], []]);
      expect(await find(START + TTL_MS)).toEqual([['long'], ['short']]);
      expect(await find(START + 2 * TTL_MS)).toEqual([[], ['long', 'short']]);
    });

    test('pages hold each agent once, whatever comes and goes meanwhile', async () => {
      const store = await subject.open();
      for (let index = 0; index < 25; index += 1) await store.add(createNewAgent(`a${index}`));
      const seen: string[] = [];
      let after = 0;
      let isLast = false;
      for (let page = 0; !isLast; page += 1) {
        const found = await store.search({ ...ALL, after, limit: 10 });
        seen.push(...found.agents.map(({ facts }) => facts.name));
        after = found.agents.at(-1)?.number ?? after;
        ({ isLast } = found);
        if (page > 0) continue;
        const [first] = found.agents;
        await store.remove(first?.agentId ?? '', 'user:ada');
        await store.add(createNewAgent('late'));
        expect(found.totalCount).toBe(25);
      }
      expect(seen).toEqual([...Array.from({ length: 25 }, (_, index) => `a${index}`), 'late']);
    });

    test('a page that ends with the last agent is the last', async () => {
      const store = await subject.open();
      for (let index = 0; index < 4; index += 1) await store.add(createNewAgent(`a${index}`));
      const first = await store.search({ ...ALL, limit: 2 });
      expect(first.isLast).toBe(false);
      const after = first.agents.at(-1)?.number ?? 0;
      expect(await store.search({ ...ALL, limit: 2, after })).toMatchObject({
        isLast: true,
        totalCount: 4,
      });
      expect(await store.search({ ...ALL, after: Number.MAX_SAFE_INTEGER })).toEqual({
        agents: [],
        isLast: true,
        totalCount: 4,
      });
    });
  });
}
