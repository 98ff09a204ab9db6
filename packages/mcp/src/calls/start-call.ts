import type { CallEvent, RemoteAgent, RemoteSchema } from '@formwork/client';
import {
  createExample,
  createRemoteValidator,
  type Json,
  type Problem,
  toModelText,
  vetSchema,
  WIDE_LIMITS,
} from '@formwork/schema';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { ToolMatch } from '../agents/agent-set.ts';
import type { BridgeTool } from '../catalog/bridge-tool.ts';
import { HandleError } from '../errors.ts';
import type { SentMessage } from '../handles/task-handle.ts';
import { readPartBytes } from '../resources/read-resource.ts';
import { unwrapArguments } from '../schema/project-input.ts';
import { toLendingMetadata } from './ask-model.ts';
import type { HostCall } from './host-call.ts';
import { mendArguments } from './mended-arguments.ts';
import type { OutcomeWait } from './outcome-wait.ts';
import { takeFiles } from './take-files.ts';
import { toError, type ToErrorOptions } from './to-result.ts';

/** The highest number of characters in an example of a tool's arguments. */
const MAX_EXAMPLE = 20_000;

/** The value that a step of a call makes, or the answer to the model if the step failed. */
export type CallStep<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  | { readonly kind: 'failed'; readonly answer: CallToolResult };

export function failCall(text: string, options: ToErrorOptions): CallStep<never> {
  return { kind: 'failed', answer: toError(text, options) };
}

/** Checks the arguments of a call, sends them to the agent, and returns the events of the task. */
export async function startCall(
  { tool, bridgeAgent, profile }: ToolMatch,
  { services, context }: Pick<HostCall, 'services' | 'context'>,
  {
    message: { id, args: toolArguments },
    wait,
    streamAfterMs = 0,
  }: {
    /**
     * The message that is sent. If it is sent again, it finds the task that it began, if the agent
     * supports that.
     */
    readonly message: SentMessage;
    readonly wait: OutcomeWait['wait'];
    /**
     * The time to wait for a plain answer before the agent's events are asked for, in milliseconds.
     * Default 0.
     */
    readonly streamAfterMs?: number;
  },
): Promise<CallStep<AsyncIterable<CallEvent<unknown>>>> {
  const { agent } = profile;
  const { target, alias } = tool;
  const { principal, signal } = context;
  const outcome = await takeFiles(toolArguments, {
    skill: target.kind === 'ask' ? { fileTypes: [], fileLimits: {} } : target,
    readPart: (uri) => readPartBytes(uri, { services, principal, signal }),
  });
  if (outcome.kind === 'invalid') {
    const { text, problems } = outcome;
    return failCall(text, { alias, code: 'input_invalid', problems });
  }
  const { args, files } = outcome;
  const attachments = files.length > 0 ? { files } : {};
  const send = { ...wait, ...attachments, streamAfterMs, messageId: id };
  if (target.kind === 'skill') {
    const checked = checkInput(args, { agent, target });
    if (checked.kind === 'invalid') {
      const { text, problems } = checked;
      return failCall(text, { alias, code: 'input_invalid', problems });
    }
    const data = checked.value;
    const input = target.isOneOfSeveral ? { schema: target.schema, data } : data;
    // The input was already checked with the same schema.
    const value = agent.skill(target.skillId).stream(input, { ...send, validateInput: false });
    return { kind: 'done', value };
  }
  const checked = checkText(args);
  if (checked.kind === 'invalid') return failCall(checked.text, { alias, code: 'input_invalid' });
  const { message, context_id: sealed } = checked;
  try {
    const contextHandle =
      sealed === undefined ? undefined : services.handles.openContext(sealed, context.principal);
    if (contextHandle !== undefined && contextHandle.alias !== bridgeAgent.settings.alias)
      throw new HandleError('unknown');
    const lent = toLendingMetadata({ callTarget: bridgeAgent, context });
    const conversation = contextHandle === undefined ? {} : { contextId: contextHandle.contextId };
    const sendOptions = { ...send, ...lent, ...conversation };
    const value =
      target.kind === 'ask'
        ? agent.streamSend(message, sendOptions)
        : agent.skill(target.skillId).stream(message, sendOptions);
    return { kind: 'done', value };
  } catch (error) {
    if (!(error instanceof HandleError)) throw error;
    return failCall(`context_id: ${error.message}`, { alias, code: error.code });
  }
}

/** The checked arguments of a tool that takes text, or the problems of the arguments. */
type CheckedText =
  | { readonly kind: 'valid'; readonly message: string; readonly context_id: string | undefined }
  | { readonly kind: 'invalid'; readonly text: string };

function checkText(args: Readonly<Record<string, unknown>>): CheckedText {
  const { message, context_id: contextId, ...extras } = args;
  const unknown = Object.keys(extras);
  const problems = [
    ...(typeof message === 'string' && message !== ''
      ? []
      : [`/message must be text, not empty: current value is ${toShortJson(message)}`]),
    ...(contextId === undefined || typeof contextId === 'string'
      ? []
      : [`/context_id must be text: current value is ${toShortJson(contextId)}`]),
    ...(unknown.length === 0
      ? []
      : [`these are not known: ${unknown.slice(0, 10).map(toShortJson).join(', ')}`]),
  ];
  if (problems.length === 0 && typeof message === 'string') {
    const isText = typeof contextId === 'string';
    return { kind: 'valid', message, context_id: isText ? contextId : undefined };
  }
  const lines = problems.map((problem, index) => `${index + 1}. ${problem}`);
  const example = JSON.stringify({ message: 'What can you do?' });
  return {
    kind: 'invalid',
    text: [
      'The arguments do not fit. Fix these problems:',
      ...lines,
      'A valid example:',
      example,
    ].join('\n'),
  };
}

function toShortJson(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 80);
}

/** The arguments that fit the skill's schema, or the text for the model about those that do not. */
type CheckedInput =
  | { readonly kind: 'valid'; readonly value: unknown }
  | { readonly kind: 'invalid'; readonly text: string; readonly problems: readonly Problem[] };

type SkillTarget = Extract<BridgeTool['target'], { readonly kind: 'skill' }>;

/**
 * Checks arguments with the schema of the skill itself, not with the simplified one that hosts see.
 */
function checkInput(
  args: Readonly<Record<string, unknown>>,
  { agent, target }: { readonly agent: RemoteAgent; readonly target: SkillTarget },
): CheckedInput {
  const { wrapper } = target;
  const schema = agent.schema(target.schema);
  const extra = wrapper === undefined ? [] : Object.keys(args).filter((name) => name !== wrapper);
  if (wrapper !== undefined && (!Object.hasOwn(args, wrapper) || extra.length > 0)) {
    const example = findExample(schema, { agent, target });
    const message = `must have exactly one member, ${JSON.stringify(wrapper)}, that holds the input`;
    const problem = { pointer: '', keyword: 'required', expected: 'an object', message };
    const text = describeMisfits([problem], { schema: target.schema, example });
    return { kind: 'invalid', text, problems: [problem] };
  }
  const check = schema.kind === 'usable' ? schema.check : () => [];
  const { value, problems } = mendArguments(unwrapArguments(args, wrapper), check);
  if (problems.length === 0) return { kind: 'valid', value };
  const prefix = wrapper === undefined ? '' : `/${wrapper}`;
  const placed = problems.map((problem) => ({ ...problem, pointer: prefix + problem.pointer }));
  const example = findExample(schema, { agent, target });
  const text = describeMisfits(placed, { schema: target.schema, example });
  return { kind: 'invalid', text, problems: placed };
}

function describeMisfits(
  problems: readonly Problem[],
  { schema, example }: { readonly schema: string; readonly example: Json | undefined },
): string {
  if (example !== undefined && JSON.stringify(example).length <= MAX_EXAMPLE) {
    return toModelText(problems, { schema, example });
  }
  return `${toModelText(problems, { schema })}\nThere is no short example of what fits: see the schema of the tool.`;
}

/**
 * Finds a valid example of a tool's arguments: the skill's own if it has one, else one that is made;
 * `undefined` if none is found.
 */
function findExample(
  schema: RemoteSchema,
  { agent, target }: { readonly agent: RemoteAgent; readonly target: SkillTarget },
): Json | undefined {
  if (schema.kind === 'refused') return undefined;
  const { skillId, wrapper } = target;
  const skill = agent.card.skills.find(({ id }) => id === skillId);
  const listedExample = skill?.examples
    .slice(0, MAX_EXAMPLES)
    .map(parseExample)
    .find((data) => data !== undefined && schema.check(data).length === 0);
  const example = listedExample ?? createShownExample(schema);
  if (example === undefined || wrapper === undefined) return example;
  return { [wrapper]: example };
}

/** The most examples of a card that are looked at. */
const MAX_EXAMPLES = 20;

function parseExample(text: string): Json | undefined {
  try {
    return text.length > MAX_EXAMPLE ? undefined : (JSON.parse(text) as Json);
  } catch {
    return undefined;
  }
}

function createShownExample(
  schema: Extract<RemoteSchema, { readonly kind: 'usable' }>,
): Json | undefined {
  const outcome = vetSchema(schema.schema, { limits: WIDE_LIMITS });
  if (outcome.kind === 'refused') return undefined;
  // The checks are only for finding an example; no input of a caller is judged by them.
  const validator = createRemoteValidator(outcome.vetted, { milliseconds: 250 });
  return createExample(schema.schema, validator);
}
