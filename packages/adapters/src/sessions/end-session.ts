import type { TaskStateName } from '@formwork/runtime';
import type { AdapterHost } from '@formwork/server';
import { cancelQuietly } from './send-message.ts';
import type { SessionRecord } from './session-record.ts';
import type { SessionStore, SessionPlace } from './session-store.ts';

/** The states of tasks that have not ended. */
const OPEN_STATES: readonly TaskStateName[] = [
  'submitted',
  'working',
  'input-required',
  'auth-required',
];

/** Options of {@link endSession}. */
export interface EndSessionOptions {
  readonly host: AdapterHost;
  readonly store: SessionStore;
  readonly principalId: string | undefined;
}

/** Ends a session and cancels its open tasks. A second call finishes what the first one could not. */
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
