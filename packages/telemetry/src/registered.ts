import { createTelemetry, type Telemetry } from './telemetry.ts';

/**
 * Makes the telemetry of an SDK that has been registered, or with `isAlways` also without one.
 */
export function createRegistered(isAlways = false): Telemetry | undefined {
  return createTelemetry(isAlways);
}
