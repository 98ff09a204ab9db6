import { checkOptions, createTimerRule } from '@formwork/schema/internal';
import { createHintHub } from '@formwork/runtime/internal';
import type { ProtocolAdapter } from '@formwork/server';
import { createSessionRouter } from './create-session-router.ts';
import { createTaskFollower } from './follow-tasks.ts';
import { createMessageSender } from './send-message.ts';
import { createSessionStore } from './session-store.ts';

/** Options of {@link createSessionAdapter}. */
export interface SessionAdapterOptions {
  /** Where the API stands, such as `/v1`. Default `/`: the card is at `/card`. */
  readonly path?: string;
  /**
   * How long a message waits for the agent's answer before it is answered with itself, in
   * milliseconds; callers can ask for less. 0 never waits. Default 30,000.
   */
  readonly waitMs?: number;
}

/** Throws a `RangeError` or a `TypeError` that names the option at fault. */
function checkSessionAdapterOptions(options: SessionAdapterOptions): void {
  checkOptions(options, {
    subject: 'Cannot serve the session API',
    rules: { path: BASE_PATH_RULE, waitMs: createTimerRule(0) },
  });
}

/**
 * Serves the session API of the "JSON Specification" for the same agent and tasks: `GET /card`, sessions,
 * their messages and streams. A session is a context, and its messages become tasks.
 *
 * Sessions stand in the engine of the tasks, so they last as long as those do. Throws a
 * `RangeError` or a `TypeError` that names the option at fault.
 */
export function createSessionAdapter(options: SessionAdapterOptions = {}): ProtocolAdapter {
  checkSessionAdapterOptions(options);
  const { path = '/', waitMs = 30_000 } = options;
  const basePath = toBasePath(path);
  return (host) => {
    const { engine, logger, closing: signal } = host;
    const hub = createHintHub(engine);
    const store = createSessionStore(engine);
    const follower = createTaskFollower({ engine, hub, store, logger, signal });
    const send = createMessageSender({ host, store, follower });
    return {
      router: createSessionRouter({ host, hub, store, follower, send, basePath, waitMs }),
      async close() {
        hub.close();
      },
    };
  };
}

/** Segments of characters that need no escape in a path (RFC 3986 section 3.3), without `.` and `..`. */
const BASE_PATH = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)+$/u;

/** The rule of an option with a base path. */
const BASE_PATH_RULE = {
  expected: 'a path such as "/v1", or "/"',
  isValid: (value: unknown): boolean =>
    typeof value === 'string' && (value === '/' || BASE_PATH.test(value)),
} as const;

/** Drops the slash of the root. */
function toBasePath(path: string): string {
  return path === '/' ? '' : path;
}
