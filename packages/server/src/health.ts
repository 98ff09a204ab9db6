import { Role } from '@a2a-js/sdk';
import type { TaskEngine } from '@formwork/runtime';
import { toPrincipalScope } from '@formwork/runtime/internal';
import { randomUUID } from 'node:crypto';
import type { Door, TextAnswer } from './door.ts';
import { UNAVAILABLE_SECONDS } from './json-answer.ts';

/**
 * Makes the door of `/healthz`, which says that the process lives, and of `/readyz`, which says
 * whether the server takes work, to all callers.
 */
export function createHealthDoor({
  engine,
  isDraining,
}: {
  /** The engine from the options; `undefined` for the default in memory, which cannot fail. */
  readonly engine: TaskEngine | undefined;
  /** Returns true once the server drains, takes no more work, and so is not ready. */
  readonly isDraining: () => boolean;
}): Door {
  const probe = engine && new EngineProbe(engine);

  async function look(): Promise<Health> {
    if (isDraining()) return { status: 'draining' };
    return { status: (await probe?.canWrite()) === false ? 'store-unavailable' : 'ok' };
  }

  return {
    routes: ['/healthz', '/readyz'],
    owns: (path, method) =>
      (path === '/healthz' || path === '/readyz') && (method === 'GET' || method === 'HEAD'),
    answer: async ({ path }) => toAnswer(path === '/healthz' ? { status: 'ok' } : await look()),
  };
}

interface Health {
  readonly status: 'ok' | 'draining' | 'store-unavailable';
}

function toAnswer(health: Health): TextAnswer {
  const isOk = health.status === 'ok';
  return {
    kind: 'text',
    status: isOk ? 200 : 503,
    headers: {
      'Cache-Control': 'no-store',
      ...(!isOk && { 'Retry-After': UNAVAILABLE_SECONDS }),
    },
    contentType: 'application/json; charset=utf-8',
    body: JSON.stringify(health),
  };
}

/** The time for which the result of one probe of the engine counts, in milliseconds. */
const CACHE_MS = 1_000;

/**
 * The time that the engine has to write, in milliseconds, because callers of `/readyz` give up
 * after about a second.
 */
const PROBE_MS = 900;

/** The probe of an engine, which asks it at most once a second whether it can write. */
class EngineProbe {
  readonly #engine: TaskEngine;
  #answer: Promise<boolean> | undefined;
  #askedAt = 0;

  constructor(engine: TaskEngine) {
    this.#engine = engine;
  }

  /** Resolves to false if the engine cannot write, or takes too long. */
  canWrite(): Promise<boolean> {
    const now = performance.now();
    if (this.#answer === undefined || now - this.#askedAt > CACHE_MS) {
      this.#askedAt = now;
      this.#answer = probeEngine(this.#engine);
    }
    return this.#answer;
  }
}

/**
 * The scope in which the health probe writes. No caller can have this scope, because no header can
 * contain a line break.
 */
const SCOPE = toPrincipalScope({ id: '\nhealth' });

/**
 * Creates and deletes a task; resolves with true if the engine can write. The task has a lease, so
 * that no runner takes it, and no skill, so that it fails by itself if a crash leaves it behind.
 */
async function probeEngine(engine: TaskEngine): Promise<boolean> {
  const id = randomUUID();
  const { promise: timeout, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), PROBE_MS).unref();
  const written = writeOnce(engine, id).catch(() => false);
  const outcome = await Promise.race([written, timeout]);
  clearTimeout(timer);
  return outcome;
}

async function writeOnce(engine: TaskEngine, id: string): Promise<boolean> {
  await engine.create(
    {
      id,
      scope: SCOPE,
      contextId: id,
      message: {
        messageId: id,
        contextId: id,
        taskId: id,
        role: Role.ROLE_USER,
        parts: [],
        metadata: undefined,
        extensions: [],
        referenceTaskIds: [],
      },
      metadata: {},
      invocation: { kind: 'text', skillId: '\nhealth', text: '', acceptedOutputModes: [] },
    },
    { worker: 'health', ttlMs: 60_000 },
  );
  return engine.delete(SCOPE, id);
}
