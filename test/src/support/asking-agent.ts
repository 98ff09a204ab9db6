import { defineAgent, defineSkill, type Agent, type TaskContext } from '@formwork/core';
import { expect } from 'vitest';
import { callAgent } from './bindings.ts';
import { createMessage, createTaggedPart, type JsonRpcAnswer } from './json-rpc.ts';

/** The fields of a task of A2A 1.0 that tests read. */
export interface WireTask {
  readonly id: string;
  readonly status: {
    readonly state: string;
    readonly message?: {
      readonly parts: readonly { readonly text: string }[];
      readonly metadata?: Readonly<Record<string, unknown>>;
    };
  };
  readonly artifacts?: readonly { readonly parts: readonly Record<string, unknown>[] }[];
  readonly history: readonly unknown[];
}

/** Makes an agent with one skill, which takes any object and runs `run`. */
export function createAgent(run: (task: TaskContext) => Promise<string>): Agent {
  const skill = defineSkill({
    id: 'skill',
    name: 'Skill',
    description: 'Asks.',
    tags: [],
    input: { any: { type: 'object' } },
    run: ({ task }) => run(task),
  });
  return defineAgent({ name: 'Asker', version: '1', skills: [skill] });
}

/** Sends a message of A2A 1.0 to an agent and returns the answer. */
export async function send(url: string, message: object): Promise<JsonRpcAnswer> {
  return callAgent(url, { method: 'SendMessage', params: { message } });
}

/**
 * Sends a message of A2A 1.0 to an agent and returns the task that the answer contains; fails the
 * test on an error.
 */
export async function sendForTask(url: string, message: object): Promise<WireTask> {
  const { body } = await send(url, message);
  expect(body.error).toBeUndefined();
  return body.result?.['task'] as WireTask;
}

/** Starts a task of the skill that {@link createAgent} defines. */
export function start(url: string): Promise<WireTask> {
  return sendForTask(url, createMessage([createTaggedPart('any', {})]));
}

/** Sends a part as the answer to the question of a task. */
export function answer(url: string, taskId: string, part: object): Promise<WireTask> {
  return sendForTask(url, createMessage([part], { taskId }));
}

/** Returns the text of a task's status message; empty if there is none. */
export function textOf({ status }: WireTask): string {
  return status.message?.parts[0]?.text ?? '';
}
