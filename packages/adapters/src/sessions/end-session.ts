import { type AdapterHost, type Caller } from '@formwork/server';
import { cancelQuietly } from './send-message.ts';
import type { SessionRecord } from './session-record.ts';
import { OPEN_STATES, type SessionRef, type SessionStore } from './session-store.ts';

/**
 * Ends a session and cancels its open tasks. A second call cancels those that the first could not.
 */
export async function endSession(
  session: SessionRef,
  { host, store }: { readonly host: AdapterHost; readonly store: SessionStore },
  caller: Caller,
): Promise<SessionRecord> {
  // The session ends first, so that no further message starts a task meanwhile.
  const record = await store.end(session.scope, session.id);
  const context = host.createContext(caller);
  for (const state of OPEN_STATES) {
    let pageToken: string | undefined;
    do {
      const page = await host.engine.list(session.scope, {
        contextId: session.id,
        state,
        // A task that changes meanwhile moves to a page that is still to be read.
        order: 'oldest-first',
        pageSize: 100,
        ...(pageToken !== undefined && { pageToken }),
      });
      await Promise.all(page.tasks.map(async ({ id }) => cancelQuietly(host, id, context)));
      pageToken = page.nextPageToken;
    } while (pageToken !== undefined);
  }
  return record;
}
