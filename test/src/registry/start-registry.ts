import { createRegistry, type Registry, type RegistryOptions } from '@formwork/registry';
import { onTestFinished } from '../support/test-end.ts';

/** When the clock of these tests begins. */
export const START = Date.parse('2026-01-01T00:00:00Z');

/** A registry, and its clock. */
export interface TestRegistry {
  readonly registry: Registry;
  readonly advance: (milliseconds: number) => void;
}

/** A registry for agents on this machine, whose clock stands still; closed when the test is over. */
export function startRegistry(options: RegistryOptions = {}): TestRegistry {
  let time = START;
  const registry = createRegistry({
    allowAddresses: 'local',
    cardTimeoutMs: 2_000,
    now: () => time,
    random: () => 0.5,
    ...options,
  });
  onTestFinished(() => registry.close());
  return {
    registry,
    advance(milliseconds) {
      time += milliseconds;
    },
  };
}
