import { createTelemetry, type Telemetry } from './telemetry.ts';

/** Makes the telemetry of an SDK that has been registered. */
export function createRegistered(): Telemetry | undefined {
  return createTelemetry();
}
