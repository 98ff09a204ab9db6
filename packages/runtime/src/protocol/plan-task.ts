import type { Message, SendMessageRequest } from '@a2a-js/sdk';
import { RequestMalformedError } from '@a2a-js/sdk/errors';
import type { User } from '@a2a-js/sdk/server';
import {
  type Agent,
  type AnySkill,
  resolveRequest,
  type StructuredInputFailure,
  toDefaultAnswer,
  type UntaggedMatch,
} from '@formwork/core';
import {
  chooseTextAnswer,
  matchUntagged,
  type ParsedValue,
  parseWithLibrary,
  toMessageText,
  toVisibleAgent,
} from '@formwork/core/internal';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Invocation } from '../engine/task-snapshot.ts';
import { checkFiles, toTaskFiles } from '../messages/task-files.ts';
import type { TruncatedTexts } from '../runner/truncated-texts.ts';
import { checkPermission, listGrantedScopes } from './permission.ts';
import { StructuredInputError } from './structured-input-error.ts';

/** The plan for a message that belongs to no task: create a task, or answer with a message. */
type Plan =
  | {
      readonly kind: 'task';
      readonly invocation: Invocation;
      readonly metadata: Readonly<Record<string, unknown>>;
    }
  | { readonly kind: 'answer'; readonly text: string };

/** Options of {@link planTask}. */
interface PlanOptions {
  readonly acceptedOutputModes: readonly string[];
  /** The caller who sent the message, which decides the skills that the message may start. */
  readonly user: User | undefined;
  /** Called when the title function of a skill throws; the task goes on without a title. */
  readonly onTitleError: (error: unknown) => void;
  /** The texts of the request's answer; the title of a task is one. */
  readonly texts: TruncatedTexts;
}

/** The key in a message's metadata under which a caller names a skill by its id. */
const SKILL_ID_KEY = 'skillId';

/**
 * Decides whether a message starts a task of a skill or gets a plain answer, before anything is
 * written. Skills that are hidden from the caller do not count. Returns a promise only if untagged
 * JSON is compared with schemas, or the library of a schema has to be asked.
 *
 * @throws StructuredInputError when a tagged part must not start a task, `AccessError` for a skill
 * that the caller may not use, and `ContentTypeNotSupportedError` for a file that its skill does
 * not take
 */
export function planTask(
  definition: Agent,
  message: Message,
  options: PlanOptions,
): Plan | Promise<Plan> {
  const agent = toVisibleAgent(definition, listGrantedScopes(options.user));
  const outcome = resolveRequest(message, { schemas: agent.inputSchemas });
  // This check comes second: the error for a part that names a schema says more than this one.
  if (outcome.kind !== 'structured-input-error') checkContents(message);
  switch (outcome.kind) {
    case 'structured-input':
      return planStructured(agent, { ...outcome, message, ...options });
    case 'structured-input-error':
      throw createStructuredInputError(agent, outcome);
    case 'none':
      return planUntagged(agent, message, options);
  }
}

/** Makes the error for data that names a schema and is refused, with an example of valid data. */
export function createStructuredInputError(
  agent: Agent,
  failure: StructuredInputFailure,
): StructuredInputError {
  const example = agent.skills
    .map((skill) => skill.exampleData.get(failure.schema))
    .find((data) => data !== undefined);
  return new StructuredInputError(failure, {
    knownSchemas: [...agent.inputSchemas.keys()],
    ...(example !== undefined && { example }),
  });
}

function planUntagged(agent: Agent, message: Message, options: PlanOptions): Plan | Promise<Plan> {
  const match = matchUntagged(message, agent.inputSchemas, nextTurn);
  const plan = (untaggedMatch: UntaggedMatch) =>
    planMatched(agent, untaggedMatch, { ...options, message });
  return match instanceof Promise ? match.then(plan) : plan(match);
}

function planMatched(
  agent: Agent,
  match: UntaggedMatch,
  { message, ...options }: PlanOptions & Pick<StructuredRequest, 'message'>,
): Plan | Promise<Plan> {
  if (match.kind === 'one') {
    return planStructured(agent, { ...match, partIndex: 0, message, ...options });
  }
  if (match.kind === 'changed') {
    const partIndex = message.parts.findIndex(({ content }) => content?.$case === 'text');
    throw createStructuredInputError(agent, {
      kind: 'structured-input-error',
      reason: 'STRUCTURED_INPUT_INVALID',
      schema: match.schema,
      partIndex,
      problems: [match.problem],
    });
  }
  const { acceptedOutputModes } = options;
  const text = toMessageText(message);
  const skill = findTextSkill(agent, message);
  // A message without text counts, too, if it has files and the skill declares that it takes files.
  const isSaid = text !== '' || (skill?.files !== undefined && toTaskFiles(message).length > 0);
  if (isSaid && (skill !== undefined || agent.text !== undefined)) {
    checkPermission(skill, options.user);
    checkFiles(message, skill);
    const answer = chooseTextAnswer((skill ?? agent).textAnswer, { text, message });
    const invocation: Invocation = {
      kind: 'text',
      text,
      ...(answer === 'message' && { answer }),
      acceptedOutputModes,
      ...(skill && { skillId: skill.id }),
    };
    return { kind: 'task', invocation, metadata: {} };
  }
  const skillId: unknown = message.metadata?.[SKILL_ID_KEY];
  const skillField = typeof skillId === 'string' ? { skillId } : {};
  return { kind: 'answer', text: toDefaultAnswer(agent, match, skillField) };
}

interface StructuredRequest extends PlanOptions {
  readonly schema: string;
  readonly data: unknown;
  readonly partIndex: number;
  readonly message: Message;
}

function planStructured(agent: Agent, request: StructuredRequest): Plan | Promise<Plan> {
  const { schema, data, message, user } = request;
  const skill = findStructuredSkill(agent, schema, message);
  const namedSchema = skill?.inputs.get(schema);
  if (skill === undefined || namedSchema === undefined)
    throw new TypeError(`No skill takes ${schema}`);

  checkPermission(skill, user);
  checkFiles(message, skill);
  const parsed = parseWithLibrary(namedSchema, data);
  return parsed instanceof Promise
    ? parsed.then((later) => planParsed(agent, { ...request, skill, parsed: later }))
    : planParsed(agent, { ...request, skill, parsed });
}

function planParsed(
  agent: Agent,
  request: StructuredRequest & {
    readonly skill: AnySkill;
    readonly parsed: ParsedValue;
  },
): Plan {
  const { skill, parsed, schema, data, partIndex, acceptedOutputModes } = request;
  if (parsed.kind === 'problems') {
    throw createStructuredInputError(agent, {
      kind: 'structured-input-error',
      reason: 'STRUCTURED_INPUT_INVALID',
      schema,
      partIndex,
      problems: parsed.problems,
    });
  }
  const title = findTitle(skill, { ...request, input: parsed.value });
  return {
    kind: 'task',
    invocation: { kind: 'structured', skillId: skill.id, schema, data, acceptedOutputModes },
    metadata: title === undefined ? {} : { title },
  };
}

/**
 * Finds the skill that gets data of a schema: the one that the caller names if it takes the schema,
 * else the first skill that takes it.
 */
function findStructuredSkill(agent: Agent, schema: string, message: Message): AnySkill | undefined {
  const candidates = agent.skills.filter((skill) => skill.inputs.has(schema));
  const skillId: unknown = message.metadata?.[SKILL_ID_KEY];
  return candidates.find((skill) => skill.id === skillId) ?? candidates[0];
}

/**
 * Finds the skill that gets a text: the skill that the caller names, if it reads text; none, if the
 * agent's own handler reads text; otherwise the only skill that reads text.
 */
function findTextSkill(agent: Agent, message: Message): AnySkill | undefined {
  const candidates = agent.skills.filter((skill) => skill.text !== undefined);
  const skillId: unknown = message.metadata?.[SKILL_ID_KEY];
  const namedSkill = candidates.find((skill) => skill.id === skillId);
  // A caller who names a skill must not get another one.
  if (namedSkill !== undefined || agent.text !== undefined || typeof skillId === 'string')
    return namedSkill;
  return candidates.length === 1 ? candidates[0] : undefined;
}

function findTitle(
  skill: AnySkill,
  {
    schema,
    input,
    onTitleError,
    texts,
  }: { readonly schema: string; readonly input: unknown } & Pick<
    PlanOptions,
    'onTitleError' | 'texts'
  >,
): string | undefined {
  try {
    const title: unknown = skill.title(schema, input);
    if (title === undefined) return undefined;
    if (typeof title === 'string') return texts.mend(title, `the title of ${skill.id}`);
    throw new TypeError(`The title must be a string: current value is ${typeof title}`);
  } catch (error) {
    onTitleError(error);
    return undefined;
  }
}

/**
 * Throws for a part that has neither content nor the name of a schema: the SDK decodes `"data":
 * null` to this, and could not send it back.
 */
function checkContents(message: Message): void {
  for (const [index, part] of message.parts.entries()) {
    if (part.content === undefined) {
      throw new RequestMalformedError(
        `Cannot read the request because message.parts[${index}] must have text, raw, url or data: current value has none, or data that is null`,
      );
    }
  }
}

/**
 * The largest length of an id that a caller chooses, in characters, because every answer repeats
 * ids and every store uses them as keys.
 */
const MAX_ID_LENGTH = 256;

/** The most output modes that a request may accept: they are read again with each artifact. */
const MAX_MODES = 256;

/**
 * Returns the output modes that a request accepts.
 *
 * @throws RequestMalformedError for more than 256
 */
export function readAcceptedModes({ configuration }: SendMessageRequest): readonly string[] {
  const { acceptedOutputModes = [] } = configuration ?? {};
  const { length } = acceptedOutputModes;
  if (length <= MAX_MODES) return acceptedOutputModes;
  throw new RequestMalformedError(
    `Cannot read the request because configuration.acceptedOutputModes must hold at most ${MAX_MODES} modes: current value holds ${length}`,
  );
}

/**
 * Checks the message of a request and returns it.
 *
 * @throws RequestMalformedError, which names the field at fault
 */
export function checkMessage(message: Message | undefined): Message {
  if (message === undefined) {
    throw new RequestMalformedError(
      'Cannot read the request because message must be an object: current value is undefined',
    );
  }
  const { messageId, contextId, taskId } = message;
  if (messageId === '') {
    throw new RequestMalformedError(
      'Cannot read the request because message.messageId must be text that is not empty: current value is ""',
    );
  }
  for (const [field, value] of Object.entries({ messageId, contextId, taskId })) {
    if (value.length > MAX_ID_LENGTH) {
      throw new RequestMalformedError(
        `Cannot read the request because message.${field} must be at most ${MAX_ID_LENGTH} characters: current value is ${value.length} characters`,
      );
    }
  }
  if (message.parts.length === 0) {
    throw new RequestMalformedError(
      'Cannot read the request because message.parts must hold at least one part: current value is []',
    );
  }
  return message;
}
