import { createRegistry, type Registry, type RegistryOptions } from '@formwork/registry';
import { onTestFinished } from '../support/test-end.ts';

/** The time at which the clock of registry tests starts, in milliseconds since 1970. */
export const START = Date.parse('2026-01-01T00:00:00Z');

/** A registry under test, and a function that moves its clock forward. */
export interface TestRegistry {
  readonly registry: Registry;
  readonly advance: (milliseconds: number) => void;
}

/**
 * Makes a registry for agents on this machine; its clock stands still unless the test moves it. The
 * registry closes when the test is over.
 */
export function startRegistry(options: RegistryOptions = {}): TestRegistry {
  let time = START;
  const registry = createRegistry({
    allowAddresses: 'local',
    cardTimeoutMs: 600_000,
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
