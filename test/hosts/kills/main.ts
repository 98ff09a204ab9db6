// Kills an agent on SQLite, on another runtime than Node, while callers send it messages; prints how
// many tasks were lost, and how many tasks and steps were repeated.
//
//   node kills/main.ts bun     20 kills; `deno` and `node` too
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findPort } from '../start/ports.ts';
import { type RunningProgram, runProgram } from '../start/run-program.ts';

const KILLS = 20;

const [runtime = 'bun'] = process.argv.slice(2);
const program = fileURLToPath(new URL('durable.ts', import.meta.url));
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  bun: ['bun', program],
  deno: ['deno', 'run', '--allow-all', '--node-modules-dir=manual', program],
  node: [process.execPath, program],
};

const port = await findPort();
const store = join(mkdtempSync(join(tmpdir(), 'formwork-kills-')), 'tasks.sqlite');

/** The agents that were killed. */
const killed = new Set<RunningProgram>();

/** Starts the agent; if it ends by itself, this program ends with what the agent has printed. */
function start(): RunningProgram {
  const started = runProgram(COMMANDS[runtime] ?? [], {
    env: { PORT: String(port), STORE: store },
  });
  void started.ended.then((code) => {
    if (killed.has(started)) return;
    console.error(`The agent ended with ${code}: ${started.printed()}`);
    process.exit(1);
  });
  return started;
}

interface Answer {
  readonly result?: {
    readonly task?: { readonly id: string };
    readonly tasks?: readonly {
      readonly id: string;
      readonly status: { readonly state: string };
    }[];
    readonly nextPageToken?: string;
  };
}

/** Calls again and again until there is an answer: the process may be dead. */
async function call(method: string, params: object): Promise<Answer> {
  for (;;) {
    try {
      const response = await fetch(`http://127.0.0.1:${port}/a2a`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'a2a-version': '1.0' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      });
      const answer = (await response.json()) as Answer;
      if (answer.result !== undefined) return answer;
    } catch {
      // It is sent again below.
    }
    await sleep(20);
  }
}

const acceptedIds = new Set<string>();
let sent = 0;
const over = new AbortController();

async function sendInTurn(): Promise<void> {
  while (!over.signal.aborted) {
    sent += 1;
    const part = { data: { number: sent }, metadata: { mimeType: 'application/json;schema=work' } };
    const message = { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts: [part] };
    const answer = await call('SendMessage', {
      message,
      configuration: { returnImmediately: true },
    });
    const { id } = answer.result?.task ?? {};
    if (id !== undefined) acceptedIds.add(id);
    await sleep(10);
  }
}

let running = start();

async function killAgent(): Promise<void> {
  killed.add(running);
  await running.kill();
}

await call('ListTasks', {});
const senders = Array.from({ length: 4 }, sendInTurn);
for (let kill = 0; kill < KILLS; kill += 1) {
  const before = acceptedIds.size;
  while (acceptedIds.size < before + 10) await sleep(20);
  await sleep(Math.random() * 200);
  await killAgent();
  running = start();
}
over.abort();
await Promise.all(senders);

async function listTasks(): Promise<Map<string, string>> {
  const states = new Map<string, string>();
  let pageToken = '';
  do {
    const { result } = await call('ListTasks', { pageSize: 100, pageToken });
    for (const { id, status } of result?.tasks ?? []) states.set(id, status.state);
    pageToken = result?.nextPageToken ?? '';
  } while (pageToken !== '');
  return states;
}

let states = await listTasks();
while ([...states.values()].some((state) => /SUBMITTED|WORKING/u.test(state))) {
  await sleep(200);
  states = await listTasks();
}
const values = new Map<string, string>();
let repeatedSteps = 0;
for (const line of readFileSync(`${store}.log`, 'utf8').trim().split('\n')) {
  const [task, key, value = ''] = line.split(' ');
  const known = values.get(`${task} ${key}`);
  if (known !== undefined && known !== value) repeatedSteps += 1;
  values.set(`${task} ${key}`, value);
}
const lost = [...acceptedIds].filter((id) => !/COMPLETED/u.test(states.get(id) ?? '')).length;
console.log(
  JSON.stringify({
    runtime,
    kills: KILLS,
    messages: sent,
    tasks: states.size,
    lost,
    repeated: states.size - sent,
    repeatedSteps,
  }),
);
await killAgent();
if (lost > 0 || states.size !== sent || repeatedSteps > 0) process.exitCode = 1;
