import { createRegistered } from '#late/registered';
import type { Telemetry } from './telemetry.ts';

/** The name under which the OpenTelemetry API keeps what is registered, the same for all copies of it. */
const REGISTRY = Symbol.for('opentelemetry.js.api.1');

/**
 * Opens the telemetry of this process; returns `undefined` if no OpenTelemetry SDK is registered.
 * Called when a server is made or an agent is connected to, never for a request, so an SDK MUST be
 * registered before.
 *
 * @example
 * ```ts
 * import { openTelemetry } from '@formwork/telemetry';
 *
 * const telemetry = openTelemetry();
 * telemetry?.record('calls', 0.25, { outcome: 'ok' });
 * ```
 */
export function openTelemetry(): Telemetry | undefined {
  return REGISTRY in globalThis ? createRegistered() : undefined;
}
