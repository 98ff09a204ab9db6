import type { Scope } from '@formwork/runtime';
import { createMemoryEngine, LogFullError, type TaskEngine } from '@formwork/runtime';
import { toSessionScope } from '@formwork/runtime/internal';
import { createSqliteEngine } from '@formwork/runtime/sqlite';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { SessionRecord } from './session-record.ts';
import { createSessionStore, type SessionStore } from './session-store.ts';

function createFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-session-store-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'tasks.db');
}

function keep(engine: TaskEngine): TaskEngine {
  onTestFinished(() => engine.close());
  return engine;
}

/**
 * Pairs of engines that share a storage, as two processes do; in memory, both are the same engine.
 */
const ENGINES: Readonly<Record<string, () => readonly [TaskEngine, TaskEngine]>> = {
  memory() {
    const engine = keep(createMemoryEngine());
    return [engine, engine];
  },
  SQLite() {
    const file = createFile();
    return [keep(createSqliteEngine({ file })), keep(createSqliteEngine({ file }))];
  },
};

function say(store: SessionStore, id: string, content: string): Promise<SessionRecord> {
  const message = { id: content, role: 'user', content } as const;
  return store.append('ada' as Scope, id, ({ open }) => ({
    messages: [message],
    state: { open, failed: false },
    fingerprint: `of ${content}`,
  }));
}

describe.each(Object.keys(ENGINES))('sessions in an engine of %s', (name) => {
  function open(): readonly [SessionStore, SessionStore, TaskEngine] {
    const [one, other] = ENGINES[name]?.() ?? [];
    if (one === undefined || other === undefined) throw new Error(`No engine ${name}`);
    return [createSessionStore(one), createSessionStore(other), one];
  }

  test('a session has what it was made with, and waits where no runner looks', async () => {
    const [store, other, engine] = open();
    const { id, session } = await store.create('ada' as Scope, { metadata: { a: 1 } });
    expect(session).toMatchObject({ id, status: 'active', metadata: { a: 1 } });
    expect(await other.get('ada' as Scope, id)).toMatchObject({ session, open: [], messages: [] });
    expect(await engine.claim({ worker: 'w', ttlMs: 1_000 }, 10)).toEqual([]);
    expect(await engine.get('ada' as Scope, id)).toBeUndefined();
    expect((await engine.get(toSessionScope('ada' as Scope), id))?.state).toBe('input-required');
    await expect(store.get('ben' as Scope, id)).rejects.toThrow(`Session not found: ${id}`);
  });

  test('creations at once with one key are one session, for each scope its own', async () => {
    const [store, other] = open();
    const made = await Promise.all(
      [store, other, store, other].map((one) => one.create('ada' as Scope, { key: 'k' })),
    );
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect((await store.create('ben' as Scope, { key: 'k' })).id).not.toBe(made[0]?.id);
    const { messages } = await say(other, made[0]?.id ?? '', 'hi').then(() =>
      store.get('ada' as Scope, made[0]?.id ?? ''),
    );
    expect(messages).toEqual([
      { message: { id: 'hi', role: 'user', content: 'hi' }, fingerprint: 'of hi' },
    ]);
  });

  test('of changes at once none is lost, and each sees those before it', async () => {
    const [store, other] = open();
    const { id } = await store.create('ada' as Scope, {});
    const seen = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        say(index % 2 === 0 ? store : other, id, `${index}`),
      ),
    );
    const { messages } = await store.get('ada' as Scope, id);
    expect(messages).toHaveLength(40);
    expect(new Set(seen.map((record) => record.messages.length)).size).toBe(40);
  });

  test('a log without room is told as such', async () => {
    const [store, , engine] = open();
    const { id } = await store.create('ada' as Scope, {});
    const reply = (): Promise<never> => Promise.reject(new LogFullError(10, 11));
    const full = createSessionStore({ ...engine, reply });
    await expect(say(full, id, 'hi')).rejects.toMatchObject({ code: 'SESSION_FULL' });
    expect(await store.get('ada' as Scope, id)).toMatchObject({ isEnded: false, messages: [] });
  });

  test('a session that has ended takes nothing, and ends once', async () => {
    const [store, other] = open();
    const { id } = await store.create('ada' as Scope, {});
    await say(store, id, 'hi');
    expect((await other.end('ada' as Scope, id)).session.status).toBe('completed');
    await expect(say(store, id, 'late')).rejects.toMatchObject({ code: 'SESSION_ENDED' });
    expect(await store.end('ada' as Scope, id)).toMatchObject({ isEnded: true, messages: [{}] });
  });
});
