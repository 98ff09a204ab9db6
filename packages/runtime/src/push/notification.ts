import { StreamResponse } from '@a2a-js/sdk';
import { createHmac } from 'node:crypto';
import { readLog } from '../engine/log-pages.ts';
import type { Delivery, PushConfig } from '../engine/push-store.ts';
import type { TaskEngine } from '../engine/task-engine.ts';
import type { TaskSnapshot } from '../engine/task-snapshot.ts';
import {
  learnsNames,
  type Reader,
  toProtocolTask,
  toStreamResponse,
} from '../messages/protocol-task.ts';

/** A notification for one receiver: one event of a task, or its present state. */
interface Notification {
  /** The position in the task's log up to which this notification informs the receiver. */
  readonly seq: number;
  /** The body of the notification as JSON; absent if its events have no form in A2A. */
  readonly body?: string;
  /** The time of the last event in the notification, by the engine's clock, ISO 8601. */
  readonly timestamp: string;
}

/** The largest number of events that one delivery tells of. */
const MAX_EVENTS = 100;

/**
 * Reads the next notifications of a delivery, in order. A receiver of A2A 1.0 gets one
 * `StreamResponse` per event (section 4.3.3), with the generation if the server shows it; a receiver
 * of 0.3 gets the present task once.
 */
export async function* readNotifications(
  engine: Pick<TaskEngine, 'get' | 'read'>,
  { scope, taskId, contextId, config, after }: Delivery,
  {
    namesAnswerers = true,
    generation = false,
  }: Pick<Reader, 'namesAnswerers'> & { readonly generation?: boolean | undefined } = {},
): AsyncGenerator<Notification, void, undefined> {
  const isNamed = learnsNames(scope, { namesAnswerers });
  let count = 0;
  for await (const entry of readLog(engine, { scope, taskId }, after)) {
    const { seq, timestamp } = entry;
    const response = toStreamResponse(entry, { taskId, contextId, isNamed });
    if (response === undefined) yield { seq, timestamp };
    else if (config.version === '0.3') {
      const snapshot = await engine.get(scope, taskId);
      if (snapshot !== undefined) yield await toPresentTask(snapshot, { namesAnswerers });
      return;
    } else yield { seq, timestamp, body: encode(response, generation ? seq : undefined) };
    count += 1;
    if (count === MAX_EVENTS) return;
  }
}

/** Makes the notification of a receiver of 0.3, which learns the state of the whole task. */
async function toPresentTask(
  snapshot: TaskSnapshot,
  { namesAnswerers }: { readonly namesAnswerers: boolean },
): Promise<Notification> {
  const value = toProtocolTask(snapshot, { version: '0.3', namesAnswerers });
  const { V03PushNotificationSerializer } = await import('@a2a-js/sdk/compat/v0_3/server');
  const legacy = new V03PushNotificationSerializer();
  const { body } = legacy.serialize({ payload: { $case: 'task', value } }, value);
  return { seq: snapshot.seq, body, timestamp: snapshot.statusTimestamp };
}

/** Encodes an event as JSON, with a generation in its update (draft of A2A 1.1). */
function encode(response: StreamResponse, generation: number | undefined): string {
  const encoded = StreamResponse.toJSON(response) as Readonly<Record<string, object>>;
  if (generation === undefined) return JSON.stringify(encoded);
  const updates = Object.entries(encoded).map(([name, update]) => [
    name,
    { ...update, generation: String(generation) },
  ]);
  return JSON.stringify(Object.fromEntries(updates));
}

/**
 * Makes the HTTP headers of a notification (A2A 1.0 section 4.3.3, Standard Webhooks). They contain
 * secrets.
 */
export function createNotificationHeaders(
  { version, token, authentication }: PushConfig,
  {
    id,
    body,
    timestamp,
  }: {
    /** The id of the notification, the same for each of its attempts: `<taskId>:<seq>`. */
    readonly id: string;
    readonly body: string;
    /** The time of the attempt that the signature covers, in seconds since 1970. */
    readonly timestamp: number;
  },
): Record<string, string> {
  const { scheme, credentials = '' } = authentication ?? {};
  return {
    'Content-Type': version === '0.3' ? 'application/json' : 'application/a2a+json',
    'Content-Length': String(Buffer.byteLength(body)),
    'User-Agent': 'Formwork',
    'A2A-Version': version,
    'Webhook-Id': id,
    'Webhook-Timestamp': String(timestamp),
    ...(credentials !== '' && { Authorization: `${scheme} ${credentials}` }),
    ...(token !== undefined && {
      'X-A2A-Notification-Token': token,
      'Webhook-Signature': signNotification(token, { id, timestamp, body }),
    }),
  };
}

/**
 * Makes the value of `webhook-signature`, as Standard Webhooks has it: an HMAC with SHA-256 over
 * id, timestamp and body. The key is the token, as the bytes of its text.
 */
export function signNotification(
  token: string,
  {
    id,
    timestamp,
    body,
  }: {
    readonly id: string;
    /** The time of the attempt that the signature covers, in seconds since 1970. */
    readonly timestamp: number;
    readonly body: string;
  },
): string {
  const hmac = createHmac('sha256', token).update(`${id}.${timestamp}.${body}`);
  return `v1,${hmac.digest('base64')}`;
}
