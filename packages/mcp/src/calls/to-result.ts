import type { Assignment, EndedOutcome, Question } from '@formwork/client';
import type { Problem } from '@formwork/schema';
import { isRecord } from '@formwork/schema/json';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { BridgeTool } from '../catalog/bridge-tool.ts';
import type { ResultEnvelope } from '../catalog/envelope-schema.ts';
import { TASK_TOOL_NAME, TOOL_META_KEY } from '../catalog/shared-tools.ts';
import { FILES_MEMBER } from '../hosts/may-hold-files.ts';
import { OUTPUT_PART, TEXT_PART } from '../resources/resource-uri.ts';
import { toJsonText } from '../text/short-text.ts';
import { toCleanText } from '../text/to-clean-text.ts';
import type { CallOutcome } from './call-outcome.ts';
import { toSignInAddress, withoutUsers } from './sign-in-address.ts';
import { toFileBlocks } from './to-file-blocks.ts';

/** The highest number of characters of an agent's text in a result. */
const MAX_TEXT = 50_000;

/**
 * The highest number of characters of an output in an envelope; a larger output is read as a
 * resource.
 */
const MAX_OUTPUT = 100_000;

/** The highest number of characters of a schema in an answer. */
const MAX_SCHEMA = 8000;

/** The facts about a call that decide the form of its result. */
export interface ResultOptions {
  readonly alias: string;
  /** The label by which texts introduce the agent. */
  readonly label: string;
  /**
   * The kind of result that the called tool promises; the task tool always promises the envelope.
   */
  readonly results: BridgeTool['results'];
  /** True if the data names the one of several schemas that it fits. */
  readonly isSeveral: boolean;
  /** True if the result is for a page: its data then includes what the text says to the model. */
  readonly isForApp: boolean;
  /** True if the addresses of files must be in the data, because the host drops everything else. */
  readonly putsFilesInData: boolean;
  /** The size of the largest data, in bytes of its JSON text. */
  readonly maxBytes: number;
  /** Makes the handle of a task, which the model passes to the task tool. */
  readonly toHandle: (outcome: CallOutcome) => string;
  readonly toContext: (contextId: string) => string;
  /**
   * Makes the address of a part of a task's result: a file by its index, {@link OUTPUT_PART} or
   * {@link TEXT_PART}.
   */
  readonly toUri: (taskId: string, index: number) => string;
}

/**
 * Makes the MCP result for an outcome. Its text and its data are each complete, because hosts may
 * show only one of them.
 */
export function toResult(outcome: CallOutcome, options: ResultOptions): CallToolResult {
  const { alias, label } = options;
  switch (outcome.kind) {
    case 'completed':
      return toCompleted(outcome, options);
    case 'working': {
      const handle = options.toHandle(outcome);
      // Without a task, the handle sends the message again, which the agent counts once.
      const how = outcome.taskId === '' ? 'has not answered so far' : 'is still working';
      const text = `Not done yet: the remote agent "${label}" ${how}. Call ${TASK_TOOL_NAME} with ${JSON.stringify({ task_id: handle })} to wait for it.`;
      return toUnfinished({ state: 'working', task_id: handle }, { text, options });
    }
    case 'question': {
      const { question } = outcome;
      const handle = options.toHandle(outcome);
      if (question.assignment !== undefined) {
        const waits = describeWait(question, label);
        const text = `${waits} Tell the user, and do not answer it. Call ${TASK_TOOL_NAME} with ${JSON.stringify({ task_id: handle })} later to see whether they have.`;
        return toUnfinished({ state: 'working', task_id: handle, text: waits }, { text, options });
      }
      const prompt = toCleanText(question.text || question.prompt, { most: 4000 });
      const schema = question.kind === 'form' ? question.schema : undefined;
      const shown = schema !== undefined && JSON.stringify(schema).length <= MAX_SCHEMA;
      const how =
        schema === undefined
          ? JSON.stringify({ task_id: handle, action: 'reply', message: '…' })
          : JSON.stringify({ task_id: handle, action: 'reply', data: {} });
      const fits = shown ? ` The data must fit ${JSON.stringify(schema)}` : '';
      const text = `The remote agent "${label}" asks: ${prompt}\nAsk the user if you cannot tell, then call ${TASK_TOOL_NAME} with ${how}.${fits}`;
      const brief = { text: prompt, ...(shown && { reply_schema: schema }) };
      const envelope = { state: 'input_required', task_id: handle, question: brief } as const;
      // A page can draw any form; for a model, a large schema is left out.
      const whole = { ...brief, ...(schema !== undefined && { reply_schema: schema }) };
      return toUnfinished(envelope, { text, options, whole: { ...envelope, question: whole } });
    }
    case 'auth': {
      const handle = options.toHandle(outcome);
      const message = withoutUsers(toCleanText(outcome.text, { most: 2000 }));
      const page = toSignInAddress(outcome.url);
      const where = page === undefined ? '' : ` at ${page.host} (${page.url})`;
      const text = `The remote agent "${label}" waits until the user has signed in or consented${where}. ${message}\nShow this to the user, who decides whether to trust the address. Then call ${TASK_TOOL_NAME} with ${JSON.stringify({ task_id: handle, action: 'reply', message: 'Done.' })}.`;
      const url = outcome.url === undefined ? {} : { url: outcome.url };
      const envelope = { state: 'auth_required', task_id: handle, text: message, ...url } as const;
      return toUnfinished(envelope, { text, options });
    }
    case 'ended': {
      const message = toOutcomeText(outcome, options);
      const what = ENDS[outcome.state];
      return toError(message === '' ? `${what}.` : `${what}: ${message}`, {
        alias,
        code: outcome.state,
      });
    }
    case 'error':
      return toError(outcome.text, { alias, code: outcome.code });
  }
}

/** The highest number of people and roles that a text names. */
const MAX_NAMED = 5;

/** Says in a sentence which other people have to answer a question, and until when. */
export function describeWait(question: Question, label: string): string {
  const { to, claimedBy, dueAt, isOverdue } = question.assignment ?? NOBODY;
  const named = to.slice(0, MAX_NAMED).join(', ');
  const remainder = to.length > MAX_NAMED ? ` and ${to.length - MAX_NAMED} more` : '';
  const claim = claimedBy === undefined ? '' : `, taken by ${claimedBy}`;
  const due = dueAt === undefined ? '' : `, due ${dueAt}${isOverdue ? ' (overdue)' : ''}`;
  const prompt = toCleanText(question.prompt || question.text, { most: 2000 });
  const people = toCleanText(`${named}${remainder}${claim}`, { most: 1000 });
  return `The task of the remote agent "${label}" waits until other people have answered (${people}${due}): ${prompt}`;
}

const NOBODY: Pick<Assignment, 'to' | 'claimedBy' | 'dueAt' | 'isOverdue'> = {
  to: [],
  claimedBy: undefined,
  dueAt: undefined,
  isOverdue: false,
};

const ENDS: Readonly<Record<EndedOutcome['state'], string>> = {
  canceled: 'The task was canceled',
  declined: 'The agent declined, and began no task',
  failed: 'The task failed',
  rejected: 'The task was rejected by the agent',
};

/** Options of {@link toError}. */
export interface ToErrorOptions {
  /** The alias of the agent; absent if the error concerns no agent. */
  readonly alias?: string;
  readonly code: string;
  /**
   * The size of a result that is too large, in bytes of its JSON text; {@link uri} is the address
   * where the result is read.
   */
  readonly bytes?: number;
  readonly uri?: string;
  /** The problems of the arguments. */
  readonly problems?: readonly Problem[];
  /** The envelope that a page draws in place of the text. */
  readonly envelope?: ResultEnvelope;
}

/**
 * Makes an error result that the model can act on. It never contains data, because hosts would
 * check it with the tool's schema.
 */
export function toError(text: string, { alias, ...details }: ToErrorOptions): CallToolResult {
  const meta = { ...(alias !== undefined && { agent: alias }), ...details };
  return { isError: true, content: [{ type: 'text', text }], _meta: { [TOOL_META_KEY]: meta } };
}

function toUnfinished(
  envelope: ResultEnvelope,
  {
    text,
    options,
    whole = envelope,
  }: {
    readonly text: string;
    readonly options: ResultOptions;
    /**
     * The envelope for pages, where it says more than the one for models. Default: the same envelope.
     */
    readonly whole?: ResultEnvelope;
  },
): CallToolResult {
  const { alias, results, isForApp } = options;
  // The tool promises nothing but its result, so anything else has to be an error.
  if (results === 'natural') {
    return toError(text, {
      alias,
      code: envelope.state,
      ...(isForApp && { envelope: whole }),
    });
  }
  return {
    content: [{ type: 'text', text }],
    structuredContent: { ...envelope },
    ...(isForApp && { _meta: { [TOOL_META_KEY]: { agent: alias, envelope: whole } } }),
  };
}

function toCompleted(
  outcome: Extract<CallOutcome, { readonly kind: 'completed' }>,
  options: ResultOptions,
): CallToolResult {
  const { data, taskId, contextId } = outcome;
  const {
    blocks,
    listed,
    omissions,
    text: where,
  } = toFileBlocks(outcome.files, {
    toUri: (index) => (taskId === '' ? undefined : options.toUri(taskId, index)),
  });
  const json = toJsonText(data);
  if (options.results === 'natural') {
    const bytes = Buffer.byteLength(json ?? '');
    if (bytes > options.maxBytes) return toTooMuch(outcome, { bytes, where, blocks, options });
    const concluded = toCleanText(outcome.conclusion, { most: MAX_TEXT });
    const texts = [json ?? 'null', concluded, where].filter((text) => text !== '');
    const content = [...texts.map((text) => ({ type: 'text' as const, text })), ...blocks];
    const hasMore = options.putsFilesInData && listed.length > 0 && isRecord(data);
    const meta = { agent: options.alias, conclusion: concluded };
    return {
      content,
      structuredContent: hasMore ? { ...data, [FILES_MEMBER]: listed } : data,
      // A page draws the data and the text separately.
      ...(options.isForApp && concluded !== '' && { _meta: { [TOOL_META_KEY]: meta } }),
    };
  }
  const message = toResultText(outcome, options);
  const { output, schema } = splitData(data, options);
  // For an agent without schemas, its text is also the data.
  const hasOutput = output !== undefined && output !== outcome.text && output !== '';
  const size = hasOutput ? (toJsonText(output)?.length ?? 0) : 0;
  const uri = size > MAX_OUTPUT && taskId !== '' ? options.toUri(taskId, OUTPUT_PART) : undefined;
  // The agent keeps no task, so it could not be read at an address.
  const isLost = uri === undefined && size > options.maxBytes;
  const shown = isLost
    ? describeUnfitOutput(output)
    : uri === undefined
      ? toJsonText(output)
      : toTooLarge(output, uri);
  const dataTexts = [message, isLost ? shown : undefined, omissions].filter(
    (text) => text !== undefined && text !== '',
  );
  const envelope: ResultEnvelope = {
    state: 'completed',
    ...(contextId !== '' && { context_id: options.toContext(contextId) }),
    ...(schema !== undefined && { schema }),
    ...(hasOutput && uri === undefined && !isLost && { output }),
    ...(uri !== undefined && { output_uri: uri }),
    ...(dataTexts.length > 0 && { text: dataTexts.join('\n') }),
    ...(listed.length > 0 && { files: listed }),
  };
  const lines = [message, hasOutput ? shown : undefined, where].filter(
    (line) => line !== undefined && line !== '',
  );
  const link =
    uri === undefined
      ? []
      : [{ type: 'resource_link' as const, uri, name: 'output', mimeType: 'application/json' }];
  const isSilent = lines.length === 0 && blocks.length === 0;
  const text = isSilent ? 'Done.' : lines.join('\n');
  return {
    content: [...(text === '' ? [] : [{ type: 'text' as const, text }]), ...blocks, ...link],
    structuredContent: { ...envelope },
  };
}

/**
 * Joins the text of a result and the agent's conclusion, for the part of a result beside its data.
 */
function toResultText(
  outcome: Extract<CallOutcome, { readonly kind: 'completed' }>,
  options: ResultOptions,
): string {
  const { text, conclusion } = outcome;
  const message = toOutcomeText(outcome, options);
  const concluded = conclusion === text ? '' : toCleanText(conclusion, { most: MAX_TEXT });
  return [message, concluded].filter((line) => line !== '').join('\n');
}

/**
 * Returns the agent's text; if it is too long, it is cut and followed by the address of the whole
 * text.
 */
function toOutcomeText(
  { taskId, text }: { readonly taskId: string; readonly text: string },
  { toUri }: ResultOptions,
): string {
  const message = toCleanText(text, { most: MAX_TEXT });
  if (text.length <= MAX_TEXT || taskId === '') return message;
  return `${message}\n(It goes on: all ${text.length} characters are at ${toUri(taskId, TEXT_PART)})`;
}

/**
 * Makes the error for a result that is too large for a message, from a tool that promises nothing
 * but its result.
 */
function toTooMuch(
  { taskId }: { readonly taskId: string },
  {
    bytes,
    where,
    blocks,
    options,
  }: {
    readonly bytes: number;
    readonly where: string;
    readonly blocks: CallToolResult['content'];
    readonly options: ResultOptions;
  },
): CallToolResult {
  const { alias, maxBytes } = options;
  const uri = taskId === '' ? undefined : options.toUri(taskId, OUTPUT_PART);
  const how =
    uri === undefined
      ? 'It is gone, because the agent keeps no task.'
      : `Do not call again: read it as a resource at ${uri}`;
  const text = `The call has succeeded, but its result has ${bytes} bytes, and at most ${maxBytes} are shown. ${how}${where === '' ? '' : `\n${where}`}`;
  const error = toError(text, {
    alias,
    code: 'result_too_large',
    bytes,
    ...(uri !== undefined && { uri }),
  });
  if (uri === undefined) return { ...error, content: [...error.content, ...blocks] };
  const link = {
    type: 'resource_link' as const,
    uri,
    name: 'output',
    mimeType: 'application/json',
  };
  return { ...error, content: [...error.content, link, ...blocks] };
}

function splitData(
  data: unknown,
  { isSeveral }: ResultOptions,
): { readonly output: unknown; readonly schema: string | undefined } {
  if (!isSeveral || typeof data !== 'object' || data === null) {
    return { output: data, schema: undefined };
  }
  const schema: unknown = Reflect.get(data, 'schema');
  return {
    output: Reflect.get(data, 'data'),
    schema: typeof schema === 'string' ? schema : undefined,
  };
}

function toTooLarge(output: unknown, uri: string): string {
  const start = (toJsonText(output) ?? '').slice(0, 2000);
  return `The result is too large to be shown; read it at ${uri}. It begins: ${start}…`;
}

function describeUnfitOutput(output: unknown): string {
  const start = (toJsonText(output) ?? '').slice(0, 2000);
  return `The result is too large to be passed on, and the agent keeps no task. It begins: ${start}…`;
}

/** Makes the text about an agent that is no longer among those of the bridge. */
export function describeMissingAgent(alias: string): string {
  return `The agent ${JSON.stringify(alias)} is not one of this server's.`;
}
