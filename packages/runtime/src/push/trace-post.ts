import type { Telemetry } from '@formwork/telemetry';
import type { Delivery } from '../engine/push-store.ts';
import type { TaskEngine } from '../engine/task-engine.ts';
import { toAge } from '../telemetry/watch-attempt.ts';
import type { PostOutcome } from './posting.ts';

/**
 * Sends a notification in a span below the task's, and passes the trace context to the receiver.
 * The span contains only the host of the URL, because the rest may hold a secret.
 */
export async function tracePost(
  telemetry: Telemetry,
  {
    engine,
    delivery,
    happenedAt,
    post,
  }: {
    readonly engine: Pick<TaskEngine, 'get'>;
    readonly delivery: Delivery;
    /** The time of the event that the notification reports. */
    readonly happenedAt: string;
    /** Sends the notification with trace headers. Never rejects. */
    readonly post: (headers: TraceHeaders) => Promise<PostOutcome>;
  },
): Promise<PostOutcome> {
  const { scope, taskId, config } = delivery;
  // If the task cannot be read, the notification is sent without a link to the task's span.
  const snapshot = await engine.get(scope, taskId).catch(() => undefined);
  const span = telemetry.startSpan('webhook', {
    parent: telemetry.toContext(snapshot?.invocation.trace),
    attributes: {
      'formwork.task.id': taskId,
      'server.address': URL.parse(config.url)?.hostname ?? '',
    },
  });
  const result = await post(telemetry.inject(span.context));
  const outcome = toOutcome(result);
  span.set('formwork.outcome', outcome);
  if (result.kind === 'answered') span.set('http.response.status_code', result.status);
  span.end(outcome === 'delivered' ? undefined : outcome);
  telemetry.record('webhookLag', toAge(happenedAt), { outcome });
  return result;
}

function toOutcome(result: PostOutcome): string {
  if (result.kind !== 'answered') return result.kind;
  return result.status >= 200 && result.status < 300 ? 'delivered' : 'refused-by-receiver';
}

/** The headers that carry the trace context of a notification to its receiver. */
export type TraceHeaders = Readonly<Record<string, string>>;
