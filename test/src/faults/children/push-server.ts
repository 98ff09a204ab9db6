// A server that sends push notifications to this machine. It writes a line when it is ready, and
// one with its address. Argument: the file or the database of its engine.
import { writeSync } from 'node:fs';
import { createServer } from '@formwork/server';
import { createPieceAgent } from '../../support/piece-agent.ts';
import { DURABLE_PUSH } from '../../support/push.ts';
import { openStore } from '../../support/open-store.ts';

const [, , place = ''] = process.argv;

function answer(value: unknown): void {
  writeSync(1, `${JSON.stringify(value)}\n`);
}

const log = (): void => undefined;
answer('ready');
const server = createServer(createPieceAgent().agent, {
  engine: openStore(place),
  push: DURABLE_PUSH,
  logger: { info: log, warn: log, error: log },
});
answer(await server.listen({ port: 0 }));
