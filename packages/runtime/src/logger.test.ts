import { Writable } from 'node:stream';
import pino from 'pino';
import { expect, test } from 'vitest';
import winston from 'winston';
import { adaptLogger } from './logger.ts';

/** Makes a stream, and the list of the JSON lines that are written to it. */
function createLines(): { readonly stream: Writable; readonly lines: Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
      done();
    },
  });
  return { stream, lines };
}

test.each(['a logger', 'a child'])('adaptLogger() gives fields to %s of pino', (which) => {
  const { stream, lines } = createLines();
  const root = pino(stream);
  const logger = adaptLogger(which === 'a child' ? root.child({ service: 'shop' }) : root);
  logger.info('Started');
  logger.warn('A card has changed', { agentId: 'a1' });
  logger.error('Task failed', { taskId: 't1', error: 'The well is dry.' });
  expect(lines).toEqual([
    expect.objectContaining({ level: 30, msg: 'Started' }),
    expect.objectContaining({ level: 40, msg: 'A card has changed', agentId: 'a1' }),
    expect.objectContaining({
      level: 50,
      msg: 'Task failed',
      taskId: 't1',
      error: 'The well is dry.',
    }),
  ]);
  expect(
    lines.every((line) => line['service'] === (which === 'a child' ? 'shop' : undefined)),
  ).toBe(true);
});

test('adaptLogger() leaves winston as it is, which takes the fields last', () => {
  const { stream, lines } = createLines();
  const logger = winston.createLogger({
    format: winston.format.json(),
    transports: [new winston.transports.Stream({ stream })],
  });
  const adapted = adaptLogger(logger);
  adapted.error('Task failed', { taskId: 't1', error: 'The well is dry.' });
  expect(adapted).toBe(logger);
  expect(lines).toEqual([
    { level: 'error', message: 'Task failed', taskId: 't1', error: 'The well is dry.' },
  ]);
});
