import { defineAgent } from '@formwork/core';
import { demoAgent } from '@formwork/demo';
import { isRecord } from '@formwork/schema/json';
import fc from 'fast-check';
import { test } from 'vitest';
import { repetitions } from '../support/repetitions.ts';
import { startServer } from '../support/start-server.ts';
import type { Sent } from './connections.ts';
import { mutateBody } from './mutate-body.ts';
import { openConnections } from './open-connections.ts';
import { LEGACY_BODIES, MODERN_BODIES, REST_REQUESTS } from './seed-bodies.ts';

/** The seed of the random bodies, fixed so that a failure can be reproduced. */
const SEED = 20_261_121;
const RUNS = {
  modern: repetitions(2_000),
  legacy: repetitions(1_500),
  rest: repetitions(600),
  bytes: repetitions(200),
};

/** Texts in an answer that show an uncaught error of the server. */
const INTERNALS =
  /Cannot read propert|is not a function|is not iterable|is not defined|TypeError|\bat \S+ \(|node_modules|\.ts:\d/u;

// Leaves out the skill that is slow on purpose, because a mutation could make it run for minutes.
const agent = defineAgent({
  name: 'Fuzzed',
  version: '1',
  skills: demoAgent.skills.filter((skill) => skill.id !== 'import-contacts'),
});

/**
 * Parses the JSON of an answer: one value, one for each event of a stream, or one for each request
 * of a batch.
 */
function toDocuments({ text, contentType }: Sent): readonly unknown[] {
  if (!contentType.startsWith('text/event-stream')) return [JSON.parse(text)].flat();
  return [...text.matchAll(/^data: (.*)$/gmu)].map(([, json = '']) => JSON.parse(json) as unknown);
}

/** Throws if a condition is false; `expect` would be too slow for thousands of calls. */
function check(isRight: boolean, sent: Sent): void {
  if (!isRight) throw new Error(`This is no right answer: ${sent.status} ${sent.text}`);
}

function checkCommon(sent: Sent): void {
  check(sent.status < 500 && !INTERNALS.test(sent.text), sent);
}

function checkJsonRpc(sent: Sent): void {
  checkCommon(sent);
  for (const document of toDocuments(sent)) {
    if (!isRecord(document)) return check(false, sent);
    const { jsonrpc, result, error } = document;
    check(jsonrpc === '2.0' && (result === undefined) !== (error === undefined), sent);
    if (error === undefined) continue;
    if (!isRecord(error)) return check(false, sent);
    const { code, message } = error;
    // The code -32603 means that the fault is the server's own.
    check(typeof code === 'number' && code !== -32603 && typeof message === 'string', sent);
  }
}

function checkRest(sent: Sent): void {
  checkCommon(sent);
  const [document] = toDocuments(sent);
  if (sent.status < 400) return;
  const error = isRecord(document) ? document['error'] : undefined;
  if (!isRecord(error)) return check(false, sent);
  const { code, status, message } = error;
  const isText = typeof status === 'string' && typeof message === 'string';
  check(code === sent.status && isText, sent);
}

function anyOf(bodies: readonly unknown[]): fc.Arbitrary<unknown> {
  return fc.oneof(...bodies.map(mutateBody));
}

test('mutated JSON-RPC requests of 1.0 are answered in the shape of the protocol', async () => {
  const { url } = await startServer(agent, { push: { allowAnonymous: true } });
  const post = openConnections();
  const property = fc.asyncProperty(anyOf(MODERN_BODIES), async (body) => {
    const json = JSON.stringify(body) ?? '';
    checkJsonRpc(await post(`${url}/a2a`, json, { 'a2a-version': '1.0' }));
  });
  await fc.assert(property, { seed: SEED, numRuns: RUNS.modern });
});

test('mutated JSON-RPC requests of 0.3 are answered in the shape of the protocol', async () => {
  const { url } = await startServer(agent, { push: { allowAnonymous: true } });
  const post = openConnections();
  const property = fc.asyncProperty(anyOf(LEGACY_BODIES), async (body) => {
    checkJsonRpc(await post(`${url}/a2a`, JSON.stringify(body) ?? '', {}));
  });
  await fc.assert(property, { seed: SEED, numRuns: RUNS.legacy });
});

test('mutated REST requests are answered in the shape of the protocol', async () => {
  const { url } = await startServer(agent, { push: { allowAnonymous: true } });
  const post = openConnections();
  const requests = REST_REQUESTS.map(({ path, body }) =>
    body === undefined
      ? fc.string().map((noise) => ({ path: `${path}&x=${encodeURIComponent(noise)}`, json: null }))
      : mutateBody(body).map((mutated) => ({ path, json: JSON.stringify(mutated) ?? '' })),
  );
  const property = fc.asyncProperty(fc.oneof(...requests), async ({ path, json }) => {
    checkRest(await post(`${url}/a2a/rest${path}`, json, { 'a2a-version': '1.0' }));
  });
  await fc.assert(property, { seed: SEED, numRuns: RUNS.rest });
});

test('bytes that are no JSON at all are answered in the shape of the protocol', async () => {
  const { url } = await startServer(agent, { push: { allowAnonymous: true } });
  const post = openConnections();
  const bytes = fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 200 }),
    fc.string({ minLength: 1 }).map((text) => new TextEncoder().encode(text)),
    fc
      .nat({ max: 200 })
      .map((end) => new TextEncoder().encode(JSON.stringify(MODERN_BODIES[0]).slice(0, 1 + end))),
  );
  const property = fc.asyncProperty(bytes, async (body) => {
    checkJsonRpc(await post(`${url}/a2a`, body, { 'a2a-version': '1.0' }));
    checkRest(await post(`${url}/a2a/rest/message:send`, body, { 'a2a-version': '1.0' }));
  });
  await fc.assert(property, { seed: SEED, numRuns: RUNS.bytes });
});
