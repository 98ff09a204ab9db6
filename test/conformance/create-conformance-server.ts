import { defineAgent } from '@formwork/core';
import { createMemoryEngine, deleteTask } from '@formwork/runtime';
import { createServer, type AgentServer } from '@formwork/server';
import { contentSkills } from './content-skills.ts';
import { questionSkills } from './question-skills.ts';
import { createTaskSkills } from './task-skills.ts';

/**
 * Makes the server of an agent whose skills are the tools that the conformance suite of MCP calls.
 */
export function createConformanceServer(): AgentServer {
  const engine = createMemoryEngine();
  const forget = (taskId: string): Promise<boolean> => deleteTask(taskId, { engine });
  const agent = defineAgent({
    name: 'Conformance',
    description: 'Does what the suite asks for.',
    version: '1.0.0',
    skills: [...contentSkills, ...questionSkills, ...createTaskSkills({ forget })],
  });
  return createServer(agent, { engine, openTasks: true });
}
