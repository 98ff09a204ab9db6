import type { AgentCard } from '@a2a-js/sdk';
import type { FileLimits } from '@formwork/core';
import { listFileTypes } from '@formwork/core/internal/protocol';
import { fromSchemaMode } from '@formwork/core/protocol';
import type { Json } from '@formwork/schema';
import { checkCallOptions, pickPresent, type CallOptions } from './call-options.ts';
import { InvalidInputError, QuestionError, SkillError, TaskError } from './errors.ts';
import type { CallEvent, Outcome } from './outcome.ts';
import { createRemoteTask, type RemoteTask } from './remote-task.ts';
import type { RemoteSchema, RemoteSchemas } from './schemas/remote-schema.ts';
import { createMessage, toContentParts, toFileParts, toJson } from './task/outgoing-message.ts';
import {
  createResultReader,
  readAnyResult,
  type ReadResult,
  type ResultReader,
} from './task/result-reader.ts';
import { streamEvents, waitForOutcome, type TaskWait } from './task/wait-for-outcome.ts';
import type { AgentLink } from './transport/agent-link.ts';
import type { AnySkillTypes, CallData, CallInput } from './types/agent-types.ts';

/** A skill of a remote agent, ready to be called. */
export interface RemoteSkill<Types extends AnySkillTypes = AnySkillTypes> {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /**
   * The media types of files that the skill takes, such as `image/*`; empty if the card names none.
   */
  readonly fileTypes: readonly string[];
  /** The limits on number and size of files that the card declares for the skill. */
  readonly fileLimits: FileLimits;
  /**
   * The icon of the skill: an emoji, or the `data:` URL of a small picture that loads nothing; absent
   * if the card has none.
   */
  readonly icon?: string;
  /**
   * The input schemas of the skill, vetted when they are first asked for; `outputs` does the same
   * for its result.
   */
  readonly inputs: () => readonly RemoteSchema[];
  readonly outputs: () => readonly RemoteSchema[];
  /**
   * Calls the skill and returns its result.
   *
   * @throws InvalidInputError, InvalidOutputError, SkillError, TaskError, QuestionError,
   * RequestError, AbortedError, DeadlineError.
   */
  call(input: CallInput<Types>, options?: CallOptions): Promise<CallData<Types>>;
  /** Calls the skill and returns the outcome, whether it is a result, a question or a failure. */
  run(input: CallInput<Types>, options?: CallOptions): Promise<Outcome<CallData<Types>>>;
  /**
   * Calls the skill and yields every event. The last one is the result or a question; a failure is
   * thrown.
   */
  stream(
    input: CallInput<Types>,
    options?: CallOptions,
  ): AsyncGenerator<CallEvent<CallData<Types>>, void, undefined>;
  /** Returns a task of this skill that was begun before, by its id. */
  task(taskId: string): RemoteTask<CallData<Types>>;
}

/**
 * Makes a callable skill from its entry in the card. The types are taken on trust; values are
 * checked by the card's schemas.
 */
export function createRemoteSkill<Types extends AnySkillTypes>({
  skill,
  link,
  schemas,
  defaultInputModes,
  fileLimits,
  icon,
}: {
  readonly skill: AgentCard['skills'][number];
  readonly link: AgentLink;
  readonly schemas: RemoteSchemas;
  /** The input modes of the agent, which count for a skill that declares none of its own. */
  readonly defaultInputModes: readonly string[];
  readonly fileLimits: FileLimits;
  readonly icon: string | undefined;
}): RemoteSkill<Types> {
  const inputs = once(() => listSchemaNames(skill.inputModes).map(schemas.get));
  const outputs = once(() => listSchemaNames(skill.outputModes).map(schemas.get));
  const reader = once(() =>
    outputs().length === 0 ? readAnyResult : createResultReader(outputs()),
  );
  const read: ResultReader<CallData<Types>> = (options) =>
    reader()(options) as ReadResult<CallData<Types>>;

  async function prepare(input: unknown, options: CallOptions) {
    checkCallOptions(options, 'Cannot call the skill');
    const { schema, content } = checkInput({ id: skill.id, inputs: inputs(), input }, options);
    if (options.validateOutput !== false) assertUsable(skill.id, outputs(), 'validateOutput');
    const files = options.files === undefined ? [] : await toFileParts(options.files);
    const metadata = { skillId: skill.id, ...options.metadata };
    const parts = [...toContentParts(content, schema), ...files];
    const message = createMessage(parts, {
      ...pickPresent(options, ['contextId', 'messageId']),
      metadata,
    });
    const wait: TaskWait<CallData<Types>> = {
      link,
      read,
      options,
      schema: schema ?? '',
    };
    return { wait, message };
  }

  async function run(input: unknown, options: CallOptions = {}): Promise<Outcome<CallData<Types>>> {
    const { wait, message } = await prepare(input, options);
    return waitForOutcome(wait, { message });
  }

  return {
    id: skill.id,
    name: skill.name,
    description: skill.description,
    fileTypes: listFileTypes(skill.inputModes.length > 0 ? skill.inputModes : defaultInputModes),
    fileLimits,
    ...(icon !== undefined && { icon }),
    inputs,
    outputs,
    run,
    async call(input, options) {
      const outcome = await run(input, { waitForOthers: true, ...options });
      switch (outcome.state) {
        case 'completed':
          return outcome.data;
        case 'input-required':
          throw new QuestionError(outcome.taskId, outcome);
        case 'auth-required':
          throw new QuestionError(outcome.taskId, { text: outcome.text });
        case 'failed':
        case 'canceled':
        case 'rejected':
        case 'declined':
          throw new TaskError(outcome);
      }
    },
    async *stream(input, options = {}) {
      const { wait, message } = await prepare(input, options);
      yield* streamEvents(wait, { message, streamAfterMs: options.streamAfterMs });
    },
    task: (taskId) => createRemoteTask(taskId, { link, read }),
  };
}

/** A skill and the input that it is called with, for the check of the input. */
export interface SkillCall {
  readonly id: string;
  readonly inputs: readonly RemoteSchema[];
  readonly input: unknown;
}

/**
 * Turns the input of a skill to JSON, and checks it by the skill's schema unless the options say
 * otherwise.
 */
export function checkInput(
  { id, inputs, input }: SkillCall,
  { validateInput = true }: CallOptions,
): { readonly schema?: string; readonly content: Json } {
  const [onlyInput] = inputs;
  if (onlyInput === undefined) return { content: toJson(input, { schema: '' }) };
  const { schema, value } =
    inputs.length === 1 ? { schema: onlyInput, value: input } : pickSchema(id, inputs, input);
  if (validateInput) assertUsable(id, [schema], 'validateInput');
  const content = toJson(value, { schema: schema.name });
  const problems = validateInput && schema.kind === 'usable' ? schema.check(content) : [];
  if (problems.length > 0) {
    throw new InvalidInputError(problems, { schema: schema.name, foundBy: 'client' });
  }
  return { schema: schema.name, content };
}

function pickSchema(
  id: string,
  inputs: readonly RemoteSchema[],
  input: unknown,
): { readonly schema: RemoteSchema; readonly value: unknown } {
  const names = inputs.map(({ name }) => JSON.stringify(name)).join(' or ');
  const name: unknown =
    typeof input === 'object' && input !== null ? Reflect.get(input, 'schema') : undefined;
  const schema = inputs.find((candidate) => candidate.name === name);
  if (schema !== undefined && typeof input === 'object' && input !== null) {
    return { schema, value: Reflect.get(input, 'data') as unknown };
  }
  throw new SkillError(
    `Cannot call skill ${JSON.stringify(id)} because it has several input schemas, so the input must be { schema, data } with the schema ${names}: current schema is ${JSON.stringify(name) ?? 'undefined'}`,
  );
}

function assertUsable(id: string, schemas: readonly RemoteSchema[], option: string): void {
  for (const schema of schemas) {
    if (schema.kind === 'usable') continue;
    const reasons = schema.issues.map(({ message }) => `  ${message}`).join('\n');
    throw new SkillError(
      `Cannot call skill ${JSON.stringify(id)} because its schema ${JSON.stringify(schema.name)} must be one that can be trusted:\n${reasons}\nSend text with agent.send(), or pass ${option}: false to go on without checking.`,
      { issues: schema.issues },
    );
  }
}

function listSchemaNames(modes: readonly string[]): readonly string[] {
  return [...new Set(modes.map(fromSchemaMode).filter((name) => name !== undefined))];
}

function once<T>(make: () => T): () => T {
  const values: T[] = [];
  return () => {
    const [value = make()] = values;
    values[0] = value;
    return value;
  };
}
