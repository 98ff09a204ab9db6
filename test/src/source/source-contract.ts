import { describe } from 'vitest';
import type { OpenSource } from './open-source.ts';
import { testAgents } from './agents-of-others.ts';
import { testTasks } from './tasks-of-ours.ts';

/** What every implementation of `AgentSource` does. */
export function describeSource(name: string, open: OpenSource): void {
  describe(`a source ${name}`, () => {
    testTasks(open);
    testAgents(open);
  });
}
