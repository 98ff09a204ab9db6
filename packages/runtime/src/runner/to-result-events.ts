import type { Part } from '@a2a-js/sdk';
import { toOutputForm, toSkillOutput, type AnySkill } from '@formwork/core';
import type { NewTaskEvent } from '../engine/task-event.ts';
import { createTextPart } from '../protocol/agent-message.ts';
import { createTaggedPart } from '../protocol/create-tagged-part.ts';
import { OutputInvalidError } from '../errors.ts';
import { checkOutput, getOutputSchema } from './check-output.ts';

/** The id of the artifact that carries what a handler returns. */
export const RESULT_ARTIFACT_ID = 'result';

/** Options of {@link toResultEvents}. */
export interface ResultOptions {
  /** Absent when the agent's own text handler ran. */
  readonly skill: AnySkill | undefined;
  readonly acceptedOutputModes: readonly string[];
  /** True when a text handler returned the value: it may be text whatever the skill promises. */
  readonly fromText: boolean;
}

/**
 * The events that end a task with a handler's return value: the artifact, if there is one, and
 * `completed`. Throws `OutputInvalidError` when the value is not what the skill promises.
 */
export async function toResultEvents(
  value: unknown,
  { skill, acceptedOutputModes, fromText }: ResultOptions,
): Promise<readonly NewTaskEvent[]> {
  const completed: NewTaskEvent = { kind: 'status', state: 'completed' };
  const part = await toResultPart(value, { skill, acceptedOutputModes, fromText });
  if (part === undefined) return [completed];
  return [
    {
      kind: 'artifact',
      artifact: {
        artifactId: RESULT_ARTIFACT_ID,
        name: skill?.name ?? '',
        description: '',
        parts: [part],
        metadata: undefined,
        extensions: [],
      },
      append: false,
      lastChunk: true,
    },
    completed,
  ];
}

async function toResultPart(
  value: unknown,
  { skill, acceptedOutputModes, fromText }: ResultOptions,
): Promise<Part | undefined> {
  if (typeof value === 'string' && (fromText || skill === undefined)) return createTextPart(value);
  if (skill === undefined) return undefined;
  const output = toSkillOutput(skill, value);
  switch (output.kind) {
    case 'nothing':
      return undefined;
    case 'text':
      return createTextPart(output.text);
    case 'mismatch':
      throw new OutputInvalidError([...skill.outputs.keys()].join(', '), [
        { pointer: '', keyword: 'schema', expected: output.message, message: output.message },
      ]);
    case 'data': {
      const data = await checkOutput(getOutputSchema(skill, output.schema), output.data);
      return toOutputForm(acceptedOutputModes) === 'data'
        ? createTaggedPart(output.schema, data)
        : createTextPart(JSON.stringify(data, null, 2));
    }
  }
}
