import { PublicError, TransientError } from '@formwork/core';
import { expect, test } from 'vitest';
import { startRunner } from '../testing/start-runner.ts';

// A handler can throw any value, even one whose properties cannot be read.

function refuse(): never {
  throw new TypeError('not to be looked at');
}

const TRAPS = ['getPrototypeOf', 'has', 'get'] as const;

const HOSTILE: readonly (readonly [name: string, thrown: unknown])[] = [
  ...TRAPS.flatMap((trap) => [
    [`an object that throws on ${trap}`, new Proxy({}, { [trap]: refuse })] as const,
    [`a public error that throws on ${trap}`, toHostile(new PublicError('Hello'), trap)] as const,
    [`a transient error that throws on ${trap}`, toHostile(new TransientError('x'), trap)] as const,
  ]),
  ['a revoked proxy', createRevoked()],
  ['an error whose stack is no text', Object.assign(new Error('x'), { stack: 1n })],
  [
    'a public error whose message is not text',
    Object.assign(new PublicError('x'), { message: 1n }),
  ],
  ['a transient error of no known time', new TransientError('x', { retryAfterMs: NaN })],
  ['nothing', undefined],
];

function toHostile(error: Error, trap: (typeof TRAPS)[number]): Error {
  return new Proxy(error, { [trap]: refuse });
}

function createRevoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

/**
 * A logger that converts entries to JSON, as most do, so it throws for a value that is not JSON.
 */
const logger = { info: toLine, warn: toLine, error: toLine };

function toLine(message: string, fields?: Readonly<Record<string, unknown>>): void {
  JSON.stringify({ message, ...fields });
}

function throwThat(thrown: unknown): never {
  throw thrown;
}

test.each(HOSTILE)('a handler that throws %s fails its task', async (_name, thrown) => {
  const skill = { run: () => throwThat(thrown) };
  const { send, stateOf, textOf } = startRunner({ skill }, { logger });
  const id = await send();
  await expect.poll(() => stateOf(id)).toBe('failed');
  expect(await textOf(id)).toMatch(/^(?:The agent failed to do this task\.|Hello)$/u);
});

test.each(HOSTILE)('%s is tried again where the policy says so', async (_name, thrown) => {
  const retry = { maxAttempts: 2, delayMs: 1, isTransient: () => true };
  let calls = 0;
  const run = (): never => {
    calls += 1;
    return throwThat(thrown);
  };
  const { send, stateOf } = startRunner({ skill: { retry, run } }, { logger });
  const id = await send();
  await expect.poll(() => stateOf(id)).toBe('failed');
  expect(calls).toBe(2);
});
