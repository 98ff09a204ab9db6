// A server that sends push notifications to this machine. It writes a line when it is ready, and
// one with its address. Arguments: the file or the database of its engine, and its push options.

import type { PushOptions } from '@formwork/runtime';
import { createServer } from '@formwork/server';
import { writeSync } from 'node:fs';
import { openStore } from '../../support/open-store.ts';
import { createPieceAgent } from '../../support/piece-agent.ts';

const [, , place = '', push = '{}'] = process.argv;

function answer(value: unknown): void {
  writeSync(1, `${JSON.stringify(value)}\n`);
}

const log = (): void => undefined;
answer('ready');
const server = createServer(createPieceAgent().agent, {
  engine: openStore(place),
  push: JSON.parse(push) as PushOptions,
  logger: { info: log, warn: log, error: log },
});
answer(await server.listen({ port: 0 }));
