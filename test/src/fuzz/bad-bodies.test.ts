import { defineAgent } from '@formwork/core';
import { demoAgent } from '@formwork/demo';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startServer } from '../support/start-server.ts';
import { mutateBody } from './mutate-body.ts';
import { LEGACY_BODIES, MODERN_BODIES, REST_REQUESTS } from './seed-bodies.ts';

/** 10,000 for each version. Fixed, so that a failure can be seen again. */
const SEED = 20_261_121;
const RUNS = { modern: 8_000, legacy: 10_000, rest: 1_600, bytes: 200 };

/** What only a broken program says to its callers. */
const INTERNALS =
  /Cannot read propert|is not a function|is not iterable|is not defined|TypeError|\bat \S+ \(|node_modules|\.ts:\d/u;

// Without the skill that is slow on purpose: a mutation that runs it for minutes proves nothing.
const agent = defineAgent({
  name: 'Fuzzed',
  version: '1',
  skills: demoAgent.skills.filter((skill) => skill.id !== 'import-contacts'),
});

interface Sent {
  readonly status: number;
  readonly text: string;
  readonly isStream: boolean;
}

async function post(
  url: string,
  body: string | Uint8Array<ArrayBuffer> | null,
  headers: Record<string, string>,
): Promise<Sent> {
  const response = await fetch(url, {
    method: body === null ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
    signal: AbortSignal.timeout(5_000),
  });
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  return { status: response.status, text: await response.text(), isStream };
}

/** Every JSON document of an answer: one, or one per event of a stream. */
function toDocuments({ text, isStream }: Sent): readonly unknown[] {
  if (!isStream) return [JSON.parse(text)];
  return [...text.matchAll(/^data: (.*)$/gmu)].map(([, json = '']) => JSON.parse(json) as unknown);
}

function expectCommon(sent: Sent): void {
  expect(sent.status).toBeLessThan(500);
  expect(sent.text).not.toMatch(INTERNALS);
}

function expectJsonRpc(sent: Sent): void {
  expectCommon(sent);
  for (const document of toDocuments(sent)) {
    expect(document).toMatchObject({ jsonrpc: '2.0' });
    const { result, error } = document as { result?: unknown; error?: unknown };
    expect(result === undefined).not.toBe(error === undefined);
    if (error !== undefined) {
      expect(error).toMatchObject({ code: expect.any(Number), message: expect.any(String) });
      // -32603 is what a server says when the fault is its own.
      expect(error).not.toMatchObject({ code: -32603 });
    }
  }
}

function expectRest(sent: Sent): void {
  expectCommon(sent);
  if (sent.status < 400) {
    toDocuments(sent);
    return;
  }
  const [document] = toDocuments(sent);
  expect(document).toMatchObject({
    error: { code: sent.status, status: expect.any(String), message: expect.any(String) },
  });
}

function anyOf(bodies: readonly unknown[]): fc.Arbitrary<unknown> {
  return fc.oneof(...bodies.map(mutateBody));
}

test('mutated JSON-RPC requests of 1.0 are answered in the shape of the protocol', async () => {
  const { url } = await startServer(agent, { push: true });
  const property = fc.asyncProperty(anyOf(MODERN_BODIES), async (body) => {
    const json = JSON.stringify(body) ?? '';
    expectJsonRpc(await post(`${url}/a2a`, json, { 'a2a-version': '1.0' }));
  });
  await fc.assert(property, { seed: SEED, numRuns: RUNS.modern });
}, 300_000);

test('mutated JSON-RPC requests of 0.3 are answered in the shape of the protocol', async () => {
  const { url } = await startServer(agent, { push: true });
  const property = fc.asyncProperty(anyOf(LEGACY_BODIES), async (body) => {
    expectJsonRpc(await post(`${url}/a2a`, JSON.stringify(body) ?? '', {}));
  });
  await fc.assert(property, { seed: SEED, numRuns: RUNS.legacy });
}, 300_000);

test('mutated REST requests are answered in the shape of the protocol', async () => {
  const { url } = await startServer(agent, { push: true });
  const requests = REST_REQUESTS.map(({ path, body }) =>
    body === undefined
      ? fc.string().map((noise) => ({ path: `${path}&x=${encodeURIComponent(noise)}`, json: null }))
      : mutateBody(body).map((mutated) => ({ path, json: JSON.stringify(mutated) ?? '' })),
  );
  const property = fc.asyncProperty(fc.oneof(...requests), async ({ path, json }) => {
    expectRest(await post(`${url}/a2a/rest${path}`, json, { 'a2a-version': '1.0' }));
  });
  await fc.assert(property, { seed: SEED, numRuns: RUNS.rest });
}, 300_000);

test('bytes that are no JSON at all are answered in the shape of the protocol', async () => {
  const { url } = await startServer(agent, { push: true });
  const bytes = fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 200 }),
    fc.string({ minLength: 1 }).map((text) => new TextEncoder().encode(text)),
    fc
      .nat({ max: 200 })
      .map((end) => new TextEncoder().encode(JSON.stringify(MODERN_BODIES[0]).slice(0, 1 + end))),
  );
  const property = fc.asyncProperty(bytes, async (body) => {
    expectJsonRpc(await post(`${url}/a2a`, new Uint8Array(body), { 'a2a-version': '1.0' }));
    expectRest(
      await post(`${url}/a2a/rest/message:send`, new Uint8Array(body), { 'a2a-version': '1.0' }),
    );
  });
  await fc.assert(property, { seed: SEED, numRuns: RUNS.bytes });
}, 300_000);
