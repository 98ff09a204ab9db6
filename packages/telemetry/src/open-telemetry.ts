import { createRegistered } from '#late/registered';
import type { MemoryMetrics } from './memory-metrics.ts';
import type { Telemetry } from './telemetry.ts';

/** The name under which the OpenTelemetry API keeps what is registered, the same for all copies of it. */
const REGISTRY = Symbol.for('opentelemetry.js.api.1');

/**
 * Opens the telemetry of this process; returns `undefined` if no OpenTelemetry SDK is registered
 * and there are no metrics in memory. Called when a server is made or an agent is connected to, never for a
 * request, so an SDK MUST be registered before. With them, all that is reported counts in them as
 * well, so that it has the numbers which an SDK gets.
 *
 * @example
 * ```ts
 * import { openTelemetry } from '@formwork/telemetry';
 *
 * const telemetry = openTelemetry();
 * telemetry?.record('calls', 0.25, { outcome: 'ok' });
 * ```
 */
export function openTelemetry(metrics?: MemoryMetrics): Telemetry | undefined {
  if (metrics === undefined) return REGISTRY in globalThis ? createRegistered() : undefined;
  const telemetry = createRegistered(true);
  return telemetry && metrics.watch(telemetry);
}
