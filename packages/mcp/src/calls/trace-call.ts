import type { Telemetry } from '@formwork/telemetry';
import type { ToolAnswer } from './call-rules.ts';

/** Options of {@link traceCall}. */
interface TraceCallOptions {
  /** The name of the tool, as the host gave it. */
  readonly tool: string;
  /** The `_meta` of the request, where hosts say which span they call from (SEP-414). */
  readonly meta: Readonly<Record<string, unknown>> | undefined;
  readonly call: () => Promise<ToolAnswer>;
}

/** Longest name of a tool that is told. */
const MAX_NAME = 128;

/** Calls a tool below a span of its own, and that below the host's. */
export async function traceCall(
  telemetry: Telemetry,
  { tool, meta, call }: TraceCallOptions,
): Promise<ToolAnswer> {
  const span = telemetry.startSpan('tool', {
    // What is in the process already counts only if the host says nothing.
    ...(meta?.['traceparent'] === undefined ? {} : { parent: telemetry.extract(meta) }),
    attributes: { 'formwork.tool': tool.slice(0, MAX_NAME) },
  });
  const startedAt = performance.now();
  let outcome = 'failed';
  try {
    const answer = await span.run(call);
    outcome = toOutcome(answer);
    return answer;
  } finally {
    span.set('formwork.outcome', outcome);
    span.end(outcome === 'failed' || outcome === 'error' ? outcome : undefined);
    telemetry.record('tools', (performance.now() - startedAt) / 1000, { outcome });
  }
}

function toOutcome(answer: ToolAnswer): string {
  if ('isError' in answer && answer.isError === true) return 'error';
  if (!('resultType' in answer) || typeof answer.resultType !== 'string') return 'ok';
  if (answer.resultType === 'task') return 'task';
  return answer.resultType === 'input_required' ? 'question' : 'ok';
}
