import type { Agent, AnySkill, TaskContext } from '@formwork/core';
import { parseWithLibrary } from '@formwork/core/internal';
import type { NewTaskEvent } from '../engine/task-event.ts';
import type { Invocation } from '../engine/task-snapshot.ts';
import { InputInvalidError, OutputInvalidError, SkillMissingError } from '../errors.ts';
import { createAgentMessage } from '../messages/agent-message.ts';
import { copyJson } from './wire-json.ts';
import { toResultEvents } from './result-events.ts';

/** A handler to call, and its arguments. */
interface HandlerCall {
  /** The skill that the invocation names; `undefined` if it names none, or one that is gone. */
  readonly skill: AnySkill | undefined;
  readonly invocation: Invocation;
  readonly task: TaskContext;
}

/** True when callers get what the handler returns as a message alone. */
export function answersWithMessage(invocation: Invocation): boolean {
  return invocation.kind === 'text' && invocation.answer === 'message';
}

/** Calls the handler that an invocation names and returns the events that end the task. */
export async function runHandler(
  agent: Agent,
  { skill, invocation, task }: HandlerCall,
): Promise<readonly NewTaskEvent[]> {
  const { acceptedOutputModes } = invocation;
  const fromText = invocation.kind === 'text';
  const value = fromText
    ? await callText(agent, { skill, text: invocation.text, task })
    : await callStructured(skill, invocation, task);
  const events = await toResultEvents(value, { skill, acceptedOutputModes, fromText });
  return answersWithMessage(invocation) ? toMessageEvents(events, task) : events;
}

/** The end of a task that is answered as its message: what would be an artifact is said with it. */
function toMessageEvents(
  events: readonly NewTaskEvent[],
  { contextId }: TaskContext,
): readonly NewTaskEvent[] {
  const parts = events.flatMap((event) => (event.kind === 'artifact' ? event.artifact.parts : []));
  const isEmpty = parts.every(({ content }) => content?.$case === 'text' && content.value === '');
  if (isEmpty) throw new OutputInvalidError('', [NO_MESSAGE]);
  const message = { ...createAgentMessage('', { contextId }), parts };
  return [{ kind: 'status', state: 'completed', message }];
}

const NO_MESSAGE = {
  pointer: '',
  keyword: 'message',
  expected: 'an answer',
  message: 'must say something, as textAnswer "message" makes it the whole answer',
};

async function callText(
  agent: Agent,
  call: { readonly skill: AnySkill | undefined; readonly text: string; readonly task: TaskContext },
): Promise<unknown> {
  const { skill, text, task } = call;
  const handler = skill?.text ?? agent.text;
  // A task outlives the program that took it: the next version may have dropped the handler.
  if (handler === undefined) throw new SkillMissingError('text');
  return handler({ text, task });
}

async function callStructured(
  skill: AnySkill | undefined,
  invocation: Invocation & { readonly kind: 'structured' },
  task: TaskContext,
): Promise<unknown> {
  const schema = skill?.inputs.get(invocation.schema);
  if (skill?.run === undefined || schema === undefined) {
    throw new SkillMissingError(invocation.skillId);
  }
  // A copy: the stored message must stay as it came, whatever the handler does with its input.
  const parsed = await parseWithLibrary(schema, copyJson(invocation.data));
  if (parsed.kind === 'problems') throw new InputInvalidError(schema.name, parsed.problems);
  return skill.run({ schema: schema.name, input: parsed.value, task });
}
