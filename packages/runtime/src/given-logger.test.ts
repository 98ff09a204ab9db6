import { toPlainFields } from '@formwork/schema/internal';
import { adaptLogger, createConsoleLogger } from '@formwork/schema/options';
import { Writable } from 'node:stream';
import pino from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import winston from 'winston';

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

test('fields that JSON cannot hold are logged as texts, because an entry must not end what it tells of', () => {
  const circle: Record<string, unknown> = { at: new Date(0), n: 12n };
  circle['self'] = circle;
  const sealed = {
    get secret(): string {
      throw new Error('closed');
    },
  };
  const deep: unknown[] = [];
  for (let inner = deep, level = 0; level < 100_000; level += 1) {
    const next: unknown[] = [];
    inner.push(next);
    inner = next;
  }
  const fields = { circle, list: [1n, 'a'], sealed, fault: new Error('dry'), kept: undefined };
  const plain = { circle: { at: '1970-01-01T00:00:00.000Z', n: '12', self: '[circular]' } };
  expect(toPlainFields(fields)).toEqual({
    ...plain,
    list: ['1', 'a'],
    sealed: { secret: '[unreadable]' },
    fault: expect.stringContaining('dry'),
    kept: undefined,
  });
  expect(() => JSON.stringify(toPlainFields({ deep }))).not.toThrow();
  for (const level of ['info', 'warn', 'error'] as const) {
    expect(() => createConsoleLogger()[level]('Fields', { ...fields, deep })).not.toThrow();
  }
});

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

test('adaptLogger() gives an entry to winston, which takes the fields last', () => {
  const { stream, lines } = createLines();
  const logger = winston.createLogger({
    format: winston.format.json(),
    transports: [new winston.transports.Stream({ stream })],
  });
  adaptLogger(logger).error('Task failed', { taskId: 't1', error: 'The well is dry.' });
  expect(lines).toEqual([
    { level: 'error', message: 'Task failed', taskId: 't1', error: 'The well is dry.' },
  ]);
});

test('an entry that a logger cannot write ends nothing, and is on standard error', async () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => written.mockRestore());
  class Full {
    readonly fault = new Error('The log is full.');
    info(): void {
      throw this.fault;
    }
    async warn(): Promise<void> {
      throw this.fault;
    }
  }
  const logger = adaptLogger(new Full());
  logger.info('Begun', {
    taskId: 't1',
    get sealed(): string {
      throw new Error('closed');
    },
  });
  logger.error('Ended', { taskId: 't2' });
  await new Promise(setImmediate);
  const lines = written.mock.calls.map(([line]) => JSON.parse(String(line)) as unknown);
  const loggerError = expect.stringContaining('The log is full.');
  expect(lines).toEqual([
    expect.objectContaining({ level: 'info', message: 'Begun', taskId: 't1', loggerError }),
    expect.objectContaining({ level: 'error', message: 'Ended', taskId: 't2', loggerError }),
  ]);
});
