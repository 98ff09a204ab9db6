import { Role } from '@a2a-js/sdk';
import type { Scope } from '@formwork/runtime';
import type { Lease, NewTaskEvent, TaskEngine } from '@formwork/runtime';
import { createSqliteEngine } from '@formwork/runtime/sqlite';
// A process with an SQLite engine that carries out the command in each line of its input, and
// answers with one line before it reads on. A claim says for how long, and by how many milliseconds
// the clock of the engine is ahead from then on. Argument: the file of the engine.
import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';

const CLAIM = { worker: String(process.pid), ttlMs: 600_000 };
const WRITERS = 4;

const [, , file = ''] = process.argv;

function answer(value: unknown): void {
  writeSync(1, `${JSON.stringify(value)}\n`);
}

async function createTask(engine: TaskEngine): Promise<Lease | undefined> {
  const { lease } = await engine.create(
    {
      id: randomUUID(),
      scope: 'alice' as Scope,
      contextId: 'context',
      message: {
        messageId: randomUUID(),
        contextId: '',
        taskId: '',
        role: Role.ROLE_USER,
        parts: [],
        metadata: undefined,
        extensions: [],
        referenceTaskIds: [],
      },
      metadata: {},
      invocation: { kind: 'text', text: '', acceptedOutputModes: [] },
    },
    CLAIM,
  );
  return lease;
}

async function claimAll(engine: TaskEngine, ttlMs: number): Promise<readonly Lease[]> {
  const leases: Lease[] = [];
  for (;;) {
    const claimed = await engine.claim({ ...CLAIM, ttlMs }, 3);
    if (claimed.length === 0) return leases;
    leases.push(...claimed);
  }
}

/**
 * Creates tasks and appends events, and reports each acknowledged write, until the process is
 * killed.
 */
async function write(engine: TaskEngine): Promise<void> {
  for (;;) {
    const lease = await createTask(engine);
    if (lease === undefined) throw new Error('A new task must come leased.');
    answer({ taskId: lease.taskId, seq: 1 });
    for (let position = 0; position < 20; position += 1) {
      const event: NewTaskEvent = { kind: 'memo', position, key: 'k', value: 'x'.repeat(500) };
      answer({ taskId: lease.taskId, seq: await engine.append(lease, [event]) });
    }
  }
}

let engine: TaskEngine | undefined;
let ahead = 0;
answer('ready');
for await (const line of createInterface({ input: process.stdin })) {
  const [command, ttlMs, later] = JSON.parse(line) as readonly [string, number, number];
  engine ??= createSqliteEngine({ file, now: () => Date.now() + ahead });
  if (command === 'create') {
    answer(await createTask(engine));
  } else if (command === 'claim') {
    ahead = later;
    answer(await claimAll(engine, ttlMs));
  } else {
    const writing = engine;
    await Promise.all(Array.from({ length: WRITERS }, () => write(writing)));
  }
}
