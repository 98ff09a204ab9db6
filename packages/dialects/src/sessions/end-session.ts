import type { TaskStateName } from '@formwork/runtime';
import type { DialectHost } from '@formwork/server';
import type { SessionPlace } from './read-messages.ts';
import { cancelQuietly } from './send-message.ts';
import type { SessionRecord } from './session-record.ts';
import type { SessionStore } from './session-store.ts';

/** Those of tasks that have not ended. */
const OPEN_STATES: readonly TaskStateName[] = [
  'submitted',
  'working',
  'input-required',
  'auth-required',
];

/** What {@link endSession} works with. */
export interface EndSessionOptions {
  readonly host: DialectHost;
  readonly store: SessionStore;
  readonly principalId: string | undefined;
}

/**
 * Ends a session and cancels what it left open. Calling it again ends what an earlier call did not
 * come to.
 */
export async function endSession(
  place: SessionPlace,
  { host, store, principalId }: EndSessionOptions,
): Promise<SessionRecord> {
  // First, so that nothing new comes in meanwhile.
  const record = await store.end(place.scope, place.id);
  const context = host.createContext(principalId);
  for (const state of OPEN_STATES) {
    let pageToken: string | undefined;
    do {
      const page = await host.engine.list(place.scope, {
        contextId: place.id,
        state,
        pageSize: 100,
        ...(pageToken !== undefined && { pageToken }),
      });
      await Promise.all(page.tasks.map(async ({ id }) => cancelQuietly(host, id, context)));
      pageToken = page.nextPageToken;
    } while (pageToken !== undefined);
  }
  return record;
}
