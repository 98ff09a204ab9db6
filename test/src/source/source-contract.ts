import { describe } from 'vitest';
import { testAgents } from './agents-of-others.ts';
import type { OpenSource } from './open-source.ts';
import { testTasks } from './tasks-of-ours.ts';

/** Declares the tests that every implementation of `AgentSource` must pass. */
export function describeSource(name: string, open: OpenSource): void {
  describe(`a source ${name}`, () => {
    testTasks(open);
    testAgents(open);
  });
}
