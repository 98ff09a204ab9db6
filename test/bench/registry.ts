import { OBJECT_SCHEMAS_EXTENSION_URI } from '@formwork/core';
import {
  createMemoryRegistryStore,
  createRegistry,
  type AgentQuery,
  type Registry,
  type RegistryStore,
} from '@formwork/registry';
import { createSqliteRegistryStore } from '@formwork/registry/sqlite';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toFigure, type Figure } from './table/figure.ts';

// Measures how long finding agents among ten thousand takes, by the kind of query. The cards are
// read over HTTP and vetted, as in production. Then each kind of query is asked many times, mostly
// with different values, while another registry on the same file writes heartbeats.

const AGENTS = Number(process.env['AGENTS'] ?? 10_000);
const QUERIES = 200;
const BEATS_AT_ONCE = 100;
const TARGET_MS = 50;
const ADA = { principal: { id: 'ada' } };

const WORDS = ['weather', 'rates', 'travel', 'invoice', 'news', 'health', 'legal', 'music', 'maps'];

type CreateQuery = (index: number, registry: Sample) => AgentQuery;

/**
 * The fingerprints and page cursors for queries, which are read from the store before the
 * measurement.
 */
interface Sample {
  readonly fingerprints: readonly string[];
  readonly cursors: readonly string[];
}

const KINDS: Readonly<Record<string, CreateQuery>> = {
  'all, 20 a page': () => ({}),
  'all, 100 a page': () => ({ limit: 100 }),
  'all, a page in the middle': (index, { cursors }) => ({
    cursor: cursors[index % cursors.length] ?? '',
  }),
  'healthy ones': () => ({ status: 'healthy' }),
  'unhealthy ones': () => ({ status: 'unhealthy' }),
  'capability of one': (index) => ({ capabilities: [`skill-${(index * 37) % AGENTS}`] }),
  'capability of all': () => ({ capabilities: ['streaming'] }),
  'tag of a tenth': (index) => ({ tags: [`tag-${index % 10}`] }),
  'three tags': (index) => ({ tags: [`tag-${index % 10}`, 'common', `Deep-${index % 100}`] }),
  'schema of few': (index) => ({ schemas: [`schema${index % 500}`] }),
  'fingerprint of one': (index, { fingerprints }) => ({
    fingerprints: [fingerprints[index % fingerprints.length] ?? ''],
  }),
  'word of a ninth': (index) => ({ text: WORDS[index % WORDS.length] ?? '' }),
  'one letter': (index) => ({ text: String.fromCodePoint(97 + (index % 26)) }),
  'three words, healthy': (index) => ({
    text: `agent ${WORDS[index % WORDS.length] ?? ''} n${index % 100}`,
    status: 'healthy',
  }),
  'word of nobody': (index) => ({ text: `nowhere${index}` }),
};

function createCard(index: number, origin: string): object {
  const topic = WORDS[index % WORDS.length] ?? '';
  const schemas = {
    [`schema${index % 500}`]: { type: 'object', title: `Of n${index}` },
    answer: { type: 'object', properties: { text: { type: 'string' } } },
  };
  return {
    name: `Agent n${index} of ${topic}`,
    description: `Answers what people ask about ${topic}, and n${index % 100} other things.`,
    version: '1.0.0',
    provider: { organization: `Provider ${index % 200}`, url: 'https://provider.example' },
    supportedInterfaces: [
      { url: `${origin}/${index}/a2a`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
    ],
    capabilities: {
      streaming: true,
      extensions: [{ uri: OBJECT_SCHEMAS_EXTENSION_URI, params: { schemas } }],
    },
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [
      {
        id: `skill-${index}`,
        name: `Skill ${index}`,
        description: 'x',
        tags: [`tag-${index % 10}`, 'common', `Deep-${index % 100}`],
      },
      { id: `shared-${index % 50}`, name: `Shared ${topic}`, description: 'x', tags: [] },
    ],
  };
}

async function serveCards(): Promise<{ readonly origin: string; readonly close: () => void }> {
  let origin = '';
  const server = createServer(({ url = '' }, response) => {
    response.end(JSON.stringify(createCard(Number(url.split('/')[1]), origin)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function registerAll(registry: Registry, origin: string): Promise<readonly string[]> {
  const ids: string[] = [];
  const indexes = Array.from({ length: AGENTS }, (_, index) => index).values();
  async function work(): Promise<void> {
    for (const index of indexes) {
      const { agent } = await registry.register(`${origin}/${index}`, ADA);
      ids.push(agent.agentId);
    }
  }
  await Promise.all(Array.from({ length: 8 }, work));
  return ids;
}

async function createSample(registry: Registry): Promise<Sample> {
  const cursors: string[] = [];
  const fingerprints = new Set<string>();
  let cursor: string | undefined;
  do {
    const page = await registry.discover({ limit: 20, ...(cursor !== undefined && { cursor }) });
    for (const { schemas } of page.agents) {
      for (const { fingerprint } of schemas)
        if (fingerprint !== undefined) fingerprints.add(fingerprint);
    }
    cursor = page.nextCursor;
    if (cursor !== undefined) cursors.push(cursor);
  } while (cursor !== undefined);
  return { cursors, fingerprints: [...fingerprints] };
}

function toPercentile(times: readonly number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

interface Stores {
  readonly store: RegistryStore;
  /** A second store over the same file, if there is a file, which writes during the measurement. */
  readonly other: RegistryStore | undefined;
}

/** Prints what each kind of query takes, and returns the slowest p95 in milliseconds. */
async function measure(name: string, { store, other }: Stores): Promise<number> {
  const cards = await serveCards();
  // All cards are at one origin, which may have as many agents and reads as it likes.
  const options = { allowOrigins: [cards.origin], maxAgentsPerOwner: AGENTS };
  const registry = createRegistry({ ...options, store });
  const start = performance.now();
  const ids = await registerAll(registry, cards.origin);
  const seconds = (performance.now() - start) / 1000;
  console.log(`\n${name}: ${AGENTS} agents registered, ${Math.round(AGENTS / seconds)} a second`);

  const beatStart = performance.now();
  await Promise.all(ids.map((id) => registry.heartbeat(id, ADA)));
  console.log(`${ids.length} heartbeats at once: ${Math.round(performance.now() - beatStart)} ms`);

  const writer = other === undefined ? registry : createRegistry({ ...options, store: other });
  const sample = await createSample(registry);
  const state = { isBusy: true };
  async function beat(): Promise<void> {
    for (let round = 0; state.isBusy; round += 1) {
      const some = Array.from(
        { length: BEATS_AT_ONCE },
        (_, index) => ids[(round * 97 + index) % ids.length],
      );
      await Promise.all(some.map((id = '') => writer.heartbeat(id, ADA)));
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  const beating = beat();
  const header = ['kind', 'found', 'p50 ms', 'p95 ms', 'max ms', `p95 / ${TARGET_MS} ms`];
  console.log(header.map((cell, index) => cell.padEnd(index === 0 ? 28 : 9)).join(''));
  let worst = 0;
  for (const [kind, create] of Object.entries(KINDS)) {
    const times: number[] = [];
    let found = 0;
    for (let index = 0; index < QUERIES; index += 1) {
      const query = create(index, sample);
      const before = performance.now();
      const { totalCount } = await registry.discover(query);
      times.push(performance.now() - before);
      found = totalCount;
    }
    const p95 = toPercentile(times, 0.95);
    worst = Math.max(worst, p95);
    const cells = [toPercentile(times, 0.5), p95, Math.max(...times)].map((time) =>
      time.toFixed(1),
    );
    const row = [kind, String(found), ...cells, (p95 / TARGET_MS).toFixed(2)];
    console.log(row.map((cell, index) => cell.padEnd(index === 0 ? 28 : 9)).join(''));
  }
  state.isBusy = false;
  await beating;
  console.log(
    `worst p95: ${worst.toFixed(1)} ms, ${(worst / TARGET_MS).toFixed(2)} of ${TARGET_MS} ms`,
  );
  if (writer !== registry) await writer.close();
  await registry.close();
  cards.close();
  return worst;
}

/** Calls `use` with two stores on one new file, which is removed afterwards. */
async function withFile<Result>(use: (stores: Stores) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-registry-'));
  try {
    const file = join(folder, 'registry.sqlite');
    const store = createSqliteRegistryStore({ file });
    return await use({ store, other: createSqliteRegistryStore({ file }) });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns the 95th percentile of the slowest kind of query, on SQLite. */
export async function toFigures(): Promise<readonly Figure[]> {
  const worst = await withFile((stores) => measure('SQLite', stores));
  return [toFigure('the slowest kind of query, p95', { unit: 'ms', ours: [worst] })];
}

async function main(): Promise<void> {
  await withFile((stores) => measure('SQLite', stores));
  await measure('memory', { store: createMemoryRegistryStore(), other: undefined });
}

if (import.meta.main) await main();
