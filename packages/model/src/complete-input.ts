import { type AnySkill, RejectedError, type TaskContext, toSchemaMode } from '@formwork/core';
import { chooseTextAnswer, toMessageText } from '@formwork/core/internal';
import { createExample, type NamedSchema } from '@formwork/schema';
import { askForChoice, askForMissingFields, askForWhole } from './follow-up.ts';
import type { Reading } from './reading.ts';

/** Input that the schema of a skill's input accepts. */
export interface ValidInput {
  readonly namedSchema: NamedSchema;
  readonly data: unknown;
}

/**
 * Completes a reading to a valid input, with questions to the caller where that is needed.
 *
 * @throws RejectedError for a text that no input can be made of
 */
export async function completeInput(
  reading: Reading,
  {
    task,
    skill,
    maxCharacters,
    fallback,
  }: {
    readonly task: TaskContext;
    readonly skill: AnySkill;
    /** The longest text that is read, in characters. */
    readonly maxCharacters: number;
    /** The answer to a text without a valid input: a form, or a rejected task. */
    readonly fallback: 'form' | 'refuse';
  },
): Promise<ValidInput> {
  const { message } = task;
  const textMessage = { text: toMessageText(message), message };
  const mayAsk = chooseTextAnswer(skill.textAnswer, textMessage) === 'task';
  switch (reading.kind) {
    case 'fits':
      return { namedSchema: getInput(skill, reading.schema), data: reading.data };
    case 'missing': {
      const namedSchema = getInput(skill, reading.schema);
      const { data, names } = reading;
      if (!mayAsk) throw refuse(skill, `These are missing: ${names.join(', ')}.`);
      const prompt = `${skill.name} needs more: ${names.join(', ')}.`;
      return {
        namedSchema,
        data: await askForMissingFields(names, { task, namedSchema, data, prompt }),
      };
    }
    case 'declined':
      throw refuse(skill, `The message does not ask for what ${skill.name} does.`);
    case 'unfit':
    case 'failed': {
      const words = describeReading(reading, maxCharacters);
      if (!mayAsk || fallback === 'refuse') throw refuse(skill, words);
      const { schema = null, data = {} } = reading.kind === 'unfit' ? reading : {};
      const selection = schema === null ? undefined : getInput(skill, schema);
      const namedSchema = selection ?? (await askForChoice(task, skill));
      if (namedSchema === undefined) throw refuse(skill, words);
      const prompt = `${words} Fill in what ${skill.name} needs.`;
      return { namedSchema, data: await askForWhole({ task, namedSchema, data, prompt }) };
    }
  }
}

function describeReading(
  reading: Extract<Reading, { readonly kind: 'unfit' | 'failed' }>,
  maxCharacters: number,
): string {
  if (reading.kind === 'unfit') {
    return Object.keys(reading.data).length === 0
      ? 'The message could not be understood.'
      : 'The message was understood only in part.';
  }
  switch (reading.reason) {
    case 'empty':
      return 'The message has no text.';
    case 'long':
      return `The message is too long: at most ${maxCharacters} characters are read.`;
    case 'host':
      return 'The message could not be read, because the caller lends no language model.';
    case 'model':
      return 'The message could not be read, because the language model of this agent does not answer.';
  }
}

/** Makes the error that rejects a task, with what the skill takes. */
function refuse({ inputs, exampleData }: AnySkill, words: string): RejectedError {
  const lines = [...inputs.values()].map(({ name, schema, validator }) => {
    const example = exampleData.get(name) ?? createExample(schema, validator);
    const exampleText = example === undefined ? '' : `, for example ${JSON.stringify(example)}`;
    return `- ${toSchemaMode(name)}${exampleText}`;
  });
  return new RejectedError([words, 'Send JSON for one of these:', ...lines].join('\n'));
}

function getInput({ inputs }: AnySkill, name: string): NamedSchema {
  const namedSchema = inputs.get(name);
  if (namedSchema !== undefined) return namedSchema;
  // The next version of the agent may lack the input of a stored step.
  throw new TypeError(
    `Cannot run the skill because its input must be there: current value is ${name}`,
  );
}
