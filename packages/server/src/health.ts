import { Role } from '@a2a-js/sdk';
import type { TaskEngine } from '@formwork/runtime';
import { toPrincipalScope } from '@formwork/runtime/internal';
import type { Request, Response } from 'express';
import { randomUUID } from 'node:crypto';
import { UNAVAILABLE_SECONDS } from './json-answer.ts';

/** Options of {@link createHealthDoor}. */
export interface HealthOptions {
  /** The engine from the options; `undefined` for the default in memory, which cannot fail. */
  readonly engine: TaskEngine | undefined;
  /** Returns true once the server drains, takes no more work, and so is not ready. */
  readonly isDraining: () => boolean;
}

/** Answers a request for `/healthz` or `/readyz`; returns false for other requests. */
export type HealthDoor = (request: Request, response: Response) => boolean;

/** The time for which the result of one probe of the engine counts, in milliseconds. */
const CACHE_MS = 1_000;

/**
 * The time that the engine has to write, in milliseconds, because callers of `/readyz` give up
 * after about a second.
 */
const PROBE_MS = 900;

/**
 * Makes the function that answers `/healthz`, which says that the process lives, and `/readyz`,
 * which says whether the server takes work, to anybody. It is no router, because it runs before
 * every endpoint, and a router would match each request.
 */
export function createHealthDoor({ engine, isDraining }: HealthOptions): HealthDoor {
  const probe = engine && createProbe(engine);

  async function look(): Promise<Health> {
    if (isDraining()) return { status: 'draining' };
    return { status: (await probe?.()) === false ? 'store-unavailable' : 'ok' };
  }

  return ({ method, path }, response) => {
    if ((path !== '/healthz' && path !== '/readyz') || (method !== 'GET' && method !== 'HEAD')) {
      return false;
    }
    if (path === '/healthz') send(response, { status: 'ok' });
    else void look().then((health) => send(response, health));
    return true;
  };
}

interface Health {
  readonly status: 'ok' | 'draining' | 'store-unavailable';
}

function send(response: Response, health: Health): void {
  response.setHeader('Cache-Control', 'no-store');
  if (health.status !== 'ok') response.setHeader('Retry-After', UNAVAILABLE_SECONDS);
  response.status(health.status === 'ok' ? 200 : 503).json(health);
}

/** Makes the function that probes whether the engine can write, at most once a second. */
function createProbe(engine: TaskEngine): () => Promise<boolean> {
  let asked: { readonly at: number; readonly answer: Promise<boolean> } | undefined;
  return () => {
    const now = performance.now();
    if (asked === undefined || now - asked.at > CACHE_MS) {
      asked = { at: now, answer: canWrite(engine) };
    }
    return asked.answer;
  };
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
async function canWrite(engine: TaskEngine): Promise<boolean> {
  const id = randomUUID();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), PROBE_MS).unref();
  });
  const written = writeOnce(engine, id).catch(() => false);
  const outcome = await Promise.race([written, late]);
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
