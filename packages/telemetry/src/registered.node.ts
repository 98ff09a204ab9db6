import { createRequire } from 'node:module';
import type { createTelemetry as create, Telemetry } from './telemetry.ts';

/**
 * Makes the telemetry of an SDK that has been registered, or with `isAlways` also without one. The
 * API of OpenTelemetry is loaded now, because without an SDK its 44 modules have no use.
 */
export function createRegistered(isAlways = false): Telemetry | undefined {
  const require = createRequire(import.meta.url);
  const {
    createTelemetry,
  }: { readonly createTelemetry: typeof create } = require('./telemetry.js');
  return createTelemetry(isAlways);
}
