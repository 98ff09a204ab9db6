// A server with every door and the skill `build`, for `day.ts`. Each line of standard input is
// answered with a reading of what the process holds.

import { defineAgent } from '@formwork/core';
import { createSqliteEngine } from '@formwork/runtime/sqlite';
import { createGrpcDoor } from '@formwork/server/grpc';
import { readdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { createBuildSkill, FAILURE } from '../../src/faults/load/build-skill.ts';
import { serveAllDoors } from '../../src/support/all-doors.ts';
import type { ProcessReading } from '../day/reading.ts';
import { readHeap } from '../memory/read-heap.ts';

const [, , file = '', keepMs = '60000'] = process.argv;

let faults = 0;
function logError(message: string, fields: Readonly<Record<string, unknown>> = {}): void {
  if (String(fields['error']).includes(FAILURE)) return;
  faults += 1;
  console.error(message, JSON.stringify(fields));
}

async function read(): Promise<ProcessReading> {
  const heap = await readHeap();
  return {
    heap,
    resident: process.memoryUsage.rss(),
    handles: process.getActiveResourcesInfo().length,
    files: process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0,
    faults,
  };
}

const agent = defineAgent({
  name: 'Builder',
  version: '1.0.0',
  skills: [createBuildSkill({ write: () => undefined })],
});
const engine = createSqliteEngine({ file });
const doors = await serveAllDoors({
  agent,
  engine,
  authenticate: ({ headers }) => ({ id: String(headers['x-user'] ?? 'guest') }),
  requireAuthentication: true,
  grpc: createGrpcDoor({ port: 0 }),
  stallMs: 5_000,
  heartbeatMs: 1_000,
  runner: { leaseMs: 3_000, concurrency: 32 },
  limits: { requestsInProgress: 100, requestsPerMinute: Infinity },
  retention: { maxAgeMs: Number(keepMs), abandonedAfterMs: Number(keepMs), everyMs: 5_000 },
  logger: { info: () => undefined, warn: () => undefined, error: logError },
});
process.once('SIGTERM', () => {
  void doors
    .close()
    .then(() => engine.close())
    .then(() => process.exit(0));
});
console.log(JSON.stringify(doors.url));
for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'read') console.log(JSON.stringify(await read()));
}
