import { defineAgent, defineSkill, type Agent, type TaskContext } from '@formwork/core';
import { expect } from 'vitest';
import { callAgent } from './bindings.ts';
import { createMessage, createTaggedPart, type JsonRpcAnswer } from './json-rpc.ts';

/** A task of A2A 1.0, as far as tests look at it. */
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

/** An agent with one skill, which takes anything and does this. */
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

/** Sends it a message of A2A 1.0. */
export async function send(url: string, message: object): Promise<JsonRpcAnswer> {
  return callAgent(url, { method: 'SendMessage', params: { message } });
}

/** Sends it a message that a task comes of. */
export async function sendForTask(url: string, message: object): Promise<WireTask> {
  const { body } = await send(url, message);
  expect(body.error).toBeUndefined();
  return body.result?.['task'] as WireTask;
}

/** Begins a task of its skill. */
export function start(url: string): Promise<WireTask> {
  return sendForTask(url, createMessage([createTaggedPart('any', {})]));
}

/** Answers what a task has asked. */
export function answer(url: string, taskId: string, part: object): Promise<WireTask> {
  return sendForTask(url, createMessage([part], { taskId }));
}

/** What a task says of how it stands. */
export function textOf({ status }: WireTask): string {
  return status.message?.parts[0]?.text ?? '';
}
