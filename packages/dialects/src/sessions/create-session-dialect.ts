import { createHintHub } from '@formwork/runtime';
import type { Dialect } from '@formwork/server';
import { toBasePath } from '../shared/base-path.ts';
import { createSessionRouter } from './create-session-router.ts';
import { createTaskFollower } from './follow-tasks.ts';
import { createMessageSender } from './send-message.ts';
import {
  checkSessionDialectOptions,
  type SessionDialectOptions,
} from './session-dialect-options.ts';
import { createSessionStore } from './session-store.ts';

/**
 * The session API of the "JSON Specification" over the same agent and tasks: `GET /card`, sessions,
 * their messages and streams. A session is a context, and its messages become tasks.
 *
 * Sessions stand in the engine of the tasks, so they last as long as those do. Throws a
 * `RangeError` or a `TypeError` that names the option at fault.
 */
export function createSessionDialect(options: SessionDialectOptions = {}): Dialect {
  checkSessionDialectOptions(options);
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
