// Records which source files work on one call, by the coverage that V8 keeps: what a reader opens to
// follow it. Prints, as JSON, the files of each way with the functions that ran in them.
//
//   node --conditions=@formwork/source test/src/house/record-calls.ts

import { connect } from '@formwork/client';
import { defineAgent, defineSkill } from '@formwork/core';
import { createServer } from '@formwork/server';
import { Session } from 'node:inspector/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const number = {
  type: 'object',
  properties: { n: { type: 'integer' } },
  required: ['n'],
} as const;

const twice = defineSkill({
  id: 'twice',
  name: 'Twice',
  description: 'Doubles a number.',
  tags: ['numbers'],
  input: { number },
  output: { double: number },
  run: ({ input }) => ({ n: input.n * 2 }),
});

const root = fileURLToPath(new URL('../../..', import.meta.url));
const server = createServer(defineAgent({ name: 'Twice', version: '1.0.0', skills: [twice] }));
const { url } = await server.listen({ port: 0 });
const remote = await connect(url);

/** Sends a message of A2A 1.0 with one tagged part. */
async function post(method: string): Promise<void> {
  const part = { data: { n: 2 }, metadata: { mimeType: 'application/json;schema=number' } };
  const message = { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts: [part] };
  const response = await fetch(`${url}/a2a`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'a2a-version': '1.0' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { message } }),
  });
  const text = await response.text();
  if (!text.includes('"n":4')) throw new Error(`Cannot record a call that failed: ${text}`);
}

const ways: Readonly<Record<string, () => Promise<unknown>>> = {
  'a call': () => post('SendMessage'),
  'a stream': () => post('SendStreamingMessage'),
  'a call by the client': () => remote.skill('twice').call({ n: 2 }),
};

const session = new Session();
session.connect();
await session.post('Profiler.enable');

/** Runs a way and resolves with the functions that ran, by file. */
async function record(run: () => Promise<unknown>): Promise<Record<string, readonly string[]>> {
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await run();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  await session.post('Profiler.stopPreciseCoverage');
  return Object.fromEntries(
    result
      .filter((script) => script.url.startsWith('file:') && !script.url.includes('/node_modules/'))
      .map((script) => ({ ...script, path: relative(root, fileURLToPath(script.url)) }))
      .filter(({ path }) => path.startsWith('packages/'))
      .map(({ path, functions }): [string, readonly string[]] => [
        path.replaceAll('\\', '/'),
        functions
          .filter(({ ranges: [whole] }) => whole !== undefined && whole.count > 0)
          .map(({ functionName }) => functionName),
      ])
      .filter(([, names]) => names.length > 0),
  );
}

const recorded: Record<string, Record<string, readonly string[]>> = {};
for (const [name, run] of Object.entries(ways)) {
  // What is loaded and made with the first call is no part of the way, and neither is work of timers,
  // such as the search for waiting tasks, which runs during some calls only.
  for (let turn = 0; turn < 3; turn += 1) await run();
  const records = [await record(run), await record(run), await record(run)];
  recorded[name] = Object.fromEntries(
    Object.entries(records[0] ?? {}).filter(([path]) => records.every((each) => path in each)),
  );
}
await server.close();
console.log(JSON.stringify(recorded));
