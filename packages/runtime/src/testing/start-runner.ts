import { Role, type Message } from '@a2a-js/sdk';
import {
  defineAgent,
  defineSkill,
  type SkillLimits,
  type TaskContext,
  type TaskLogger,
} from '@formwork/core';
import { onTestFinished } from 'vitest';
import { createMemoryEngine } from '../engine/memory-engine.ts';
import type { TaskEngine } from '../engine/task-engine.ts';
import type { TaskSnapshot } from '../engine/task-snapshot.ts';
import { createAndRun } from '../protocol/send-operations.ts';
import { createRunner } from '../runner/create-runner.ts';
import type { Runner, RunnerOptions } from '../runner/runner-options.ts';
import type { Scope } from '../scope.ts';

/** The message with which the tests of the runner create their tasks. */
export const message: Message = {
  messageId: 'm',
  contextId: 'c',
  taskId: '',
  role: Role.ROLE_USER,
  parts: [],
  metadata: undefined,
  extensions: [],
  referenceTaskIds: [],
};

type Entry = Parameters<TaskLogger['warn']>;

type Handler = (task: TaskContext) => unknown;

/** A started runner, the memory engine below it, and the means to create tasks for it. */
export interface StartedRunner {
  readonly engine: TaskEngine;
  readonly runner: Runner;
  readonly logged: readonly string[];
  /** The entries of the log, with their fields. */
  readonly logEntries: readonly Entry[];
  /**
   * Creates a task for a skill (default `skill`) and starts a run of it at once, as a request to
   * the server does; returns the task's id.
   */
  readonly send: (skillId?: string) => Promise<string>;
  readonly stateOf: (id: string) => Promise<string | undefined>;
  readonly textOf: (id: string) => Promise<unknown>;
}

/**
 * Starts a runner over a memory engine, for an agent with the given skills, each of which takes
 * text. The runner stops when the test is over.
 */
export function startRunner(
  skills: Readonly<Record<string, SkillLimits & { readonly run: Handler }>>,
  {
    engine = createMemoryEngine(),
    ...options
  }: Partial<RunnerOptions> & { readonly engine?: TaskEngine } = {},
): StartedRunner {
  const agent = defineAgent({
    name: 'Agent',
    version: '1',
    skills: Object.entries(skills).map(([id, { run, ...limits }]) =>
      defineSkill({
        id,
        name: id,
        description: 'Tests.',
        tags: [],
        output: { item: { type: 'object' } },
        ...limits,
        text: async ({ task }) => {
          const said = await run(task);
          return typeof said === 'string' ? said : 'done';
        },
      }),
    ),
  });
  const logged: string[] = [];
  const logEntries: Entry[] = [];
  const log: TaskLogger['warn'] = (...entry) => {
    logged.push(entry[0]);
    logEntries.push(entry);
  };
  const logger = { info: log, warn: log, error: log };
  const runner = createRunner(engine, agent, { logger, pollMs: 20, ...options });
  onTestFinished(async () => {
    await runner.stop();
    await engine.close();
  });
  const get = (id: string): Promise<TaskSnapshot | undefined> => engine.get('' as Scope, id);
  return {
    engine,
    runner,
    logged,
    logEntries,
    async send(skillId = 'skill') {
      const id = crypto.randomUUID();
      const invocation = { kind: 'text', skillId, text: '', acceptedOutputModes: [] } as const;
      const task = { id, scope: '' as Scope, contextId: 'c', message, metadata: {}, invocation };
      await createAndRun({ engine, runner }, task);
      return id;
    },
    stateOf: async (id) => (await get(id))?.state,
    async textOf(id) {
      const part = (await get(id))?.statusMessage?.parts[0];
      return part?.content?.value;
    },
  };
}

/**
 * Resolves when the signal of a handler's `task` aborts; a handler that returns it runs until it is
 * stopped.
 */
export function untilAborted({ signal }: TaskContext): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve());
  });
}
