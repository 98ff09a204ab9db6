import { defineSkill, PublicError, type AnySkill } from '@formwork/core';
import { setTimeout as pause } from 'node:timers/promises';
import { any, describeSkill } from './describe-skill.ts';

/**
 * The least time of a slow skill, in milliseconds, which is long enough for its call to become a
 * task.
 */
const LONG_MS = 700;

const greeting = {
  type: 'object',
  properties: { name: { type: 'string' } },
  required: ['name'],
} as const;
const work = {
  type: 'object',
  properties: { seconds: { type: 'number' }, label: { type: 'string' } },
  required: ['seconds'],
} as const;
const target = {
  type: 'object',
  properties: { filename: { type: 'string' } },
  required: ['filename'],
} as const;
const consent = {
  type: 'object',
  properties: { confirm: { type: 'boolean' } },
  required: ['confirm'],
} as const;

/** Options of {@link createTaskSkills}. */
export interface TaskSkillsOptions {
  /** Deletes a task, as the operator of the agent may. */
  readonly forget: (taskId: string) => Promise<unknown>;
}

/** Makes the skills of the conformance agent whose calls become tasks of MCP. */
export function createTaskSkills({ forget }: TaskSkillsOptions): readonly AnySkill[] {
  return [
    defineSkill({
      ...describeSkill('greet'),
      input: { greeting },
      run: ({ input }) => `Hello, ${input.name}!`,
    }),
    defineSkill({
      ...describeSkill('slow_compute'),
      input: { work },
      async run({ input: { seconds, label = 'work' }, task }) {
        await task.progress(`Computing ${label}`);
        // Any time above 0 is made long enough for the call to become a task that a host can
        // follow.
        const milliseconds = seconds === 0 ? 0 : Math.max(seconds * 1000, LONG_MS);
        await pause(milliseconds, undefined, { signal: task.signal });
        return `Computed ${label}.`;
      },
    }),
    defineSkill({
      ...describeSkill('failing_job'),
      input: { any },
      async run({ task }): Promise<string> {
        await pause(LONG_MS, undefined, { signal: task.signal });
        throw new PublicError('The job failed, as it always does.');
      },
    }),
    defineSkill({
      ...describeSkill('protocol_error_job'),
      input: { any },
      async run({ task }): Promise<string> {
        await pause(LONG_MS, undefined, { signal: task.signal });
        // A host that asks for the task afterwards gets the error that the task does not exist.
        await forget(task.id);
        return 'Nobody hears this.';
      },
    }),
    defineSkill({
      ...describeSkill('confirm_delete'),
      input: { target },
      async run({ input: { filename }, task }) {
        await task.step('find', () => pause(LONG_MS, true, { signal: task.signal }));
        const { confirm } = await task.ask(`Delete ${filename}?`, { schema: consent });
        return confirm ? `Deleted ${filename}.` : `Kept ${filename}.`;
      },
    }),
    defineSkill({
      ...describeSkill('test_tool_with_task'),
      input: { any },
      async run({ task }) {
        const { name } = await task.ask('What is your name?', {
          name: 'user_name',
          schema: greeting,
        });
        await pause(LONG_MS, undefined, { signal: task.signal });
        return `Hello, ${name}!`;
      },
    }),
  ];
}
