import type { Telemetry } from '@formwork/telemetry';
import type { Delivery } from '../engine/push-store.ts';
import type { TaskEngine } from '../engine/task-engine.ts';
import type { PostOutcome } from './create-poster.ts';
import { toAge } from '../telemetry/watch-attempt.ts';

/** The headers that carry the trace context of a notification to its receiver. */
export type TraceHeaders = Readonly<Record<string, string>>;

/** Options of {@link tracePost}. */
interface TracePostOptions {
  readonly engine: Pick<TaskEngine, 'get'>;
  readonly delivery: Delivery;
  /** The time of the event that the notification tells of. */
  readonly happenedAt: string;
  /** Sends the notification with trace headers. Never rejects. */
  readonly post: (headers: TraceHeaders) => Promise<PostOutcome>;
}

/**
 * Sends a notification below the task that it is about, and tells the receiver so. Its address is
 * told by its host alone, because the rest may hold a secret of the receiver.
 */
export async function tracePost(
  telemetry: Telemetry,
  { engine, delivery, happenedAt, post }: TracePostOptions,
): Promise<PostOutcome> {
  const { scope, taskId, config } = delivery;
  // A task that cannot be read has no say in whether its receiver is told.
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
