// Measures the time that the typed client adds to a call, compared with the SDK's own client. Both
// call the same skill of the same server, which runs in another process, and take turns at being
// first.
//
//   node test/bench/typed-client.ts
//   ROUNDS=9 CALLS=1000 node test/bench/typed-client.ts

import { Role } from '@a2a-js/sdk';
import { ClientFactory, ServiceParameters, withA2AExtensions } from '@a2a-js/sdk/client';
import { connect } from '@formwork/client';
import { FOLLOW_UP_FORMS_EXTENSION_URI, OBJECT_SCHEMAS_EXTENSION_URI } from '@formwork/core';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { median } from './median.ts';
import { toFigure, type Figure } from './table/figure.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 7);
const CALLS = Number(process.env['CALLS'] ?? 1000);

const path = new URL('servers/formwork.ts', import.meta.url).pathname;
const child = spawn(process.execPath, [path], { stdio: ['ignore', 'pipe', 'inherit'] });
const line: unknown[] = await once(createInterface({ input: child.stdout }), 'line');
const url = `http://127.0.0.1:${Number(line[0])}`;

const input = { a: 'Lion', b: 'Ant' };
const raw = await new ClientFactory().createFromUrl(url);
const agent = await connect(url);
const [id = ''] = agent.skillIds;
const skill = agent.skill(id);

// Both clients activate the same extensions, so that the server does the same work for both.
const serviceParameters = ServiceParameters.create(
  withA2AExtensions(OBJECT_SCHEMAS_EXTENSION_URI, FOLLOW_UP_FORMS_EXTENSION_URI),
);

/** Calls the agent with the SDK's own client, and checks neither input nor result. */
async function callRaw(): Promise<unknown> {
  const message = {
    messageId: crypto.randomUUID(),
    contextId: '',
    taskId: '',
    role: Role.ROLE_USER,
    parts: [
      {
        content: { $case: 'data' as const, value: input },
        metadata: { mimeType: 'application/json;schema=fightComparison' },
        filename: '',
        mediaType: '',
      },
    ],
    metadata: { skillId: id },
    extensions: [],
    referenceTaskIds: [],
  };
  const request = { tenant: '', message, configuration: undefined, metadata: undefined };
  const result = await raw.sendMessage(request, { serviceParameters });
  const content = 'artifacts' in result ? result.artifacts[0]?.parts[0]?.content : undefined;
  return content?.$case === 'data' ? content.value : undefined;
}

function callTyped(): Promise<unknown> {
  return skill.call(input);
}

async function time(call: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await call();
  return performance.now() - start;
}

/** The median time of a call with each client in one round, in milliseconds. */
interface Round {
  readonly raw: number;
  readonly typed: number;
}

/** Calls with both clients in turn, and hands over the times of each round. */
async function* measureRounds(): AsyncGenerator<Round, void, undefined> {
  const answers = JSON.stringify([await callRaw(), await callTyped()]);
  if (answers.split('"winner":"Ant"').length !== 3) throw new Error(`Wrong answers: ${answers}`);
  for (let call = 0; call < 1000; call += 1) await (call % 2 === 0 ? callRaw() : callTyped());
  for (let round = 0; round < ROUNDS; round += 1) {
    const times: { raw: number[]; typed: number[] } = { raw: [], typed: [] };
    for (let call = 0; call < CALLS; call += 1) {
      const isRawFirst = call % 2 === 0;
      if (isRawFirst) times.raw.push(await time(callRaw));
      times.typed.push(await time(callTyped));
      if (!isRawFirst) times.raw.push(await time(callRaw));
    }
    yield { raw: median(times.raw), typed: median(times.typed) };
  }
}

/** Returns how long a call with the typed client takes beside one with the SDK's. */
export async function toFigures(): Promise<readonly Figure[]> {
  const rounds: Round[] = [];
  for await (const round of measureRounds()) rounds.push(round);
  child.kill();
  return [
    toFigure('call with the typed client', {
      unit: 'ms',
      ours: rounds.map(({ typed }) => typed),
      peer: ['SDK', rounds.map(({ raw: each }) => each)],
    }),
  ];
}

async function main(): Promise<void> {
  const ratios: number[] = [];
  try {
    for await (const p50 of measureRounds()) {
      ratios.push(p50.typed / p50.raw);
      console.log(
        `round ${ratios.length}: raw ${p50.raw.toFixed(3)} ms, typed ${p50.typed.toFixed(3)} ms at p50, ratio ${(p50.typed / p50.raw).toFixed(3)}`,
      );
    }
    console.log(`typed / raw at p50, median of ${ROUNDS} rounds: ${median(ratios).toFixed(3)}`);
  } finally {
    child.kill();
  }
}

if (import.meta.main) await main();
