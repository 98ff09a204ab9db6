import type {
  AgentSource,
  SourceFile,
  SourceMessage,
  SourceOptions,
  SourceQuestion,
  SourceEvent,
} from '@formwork/client';
import type { FailureEvent } from '@formwork/react';
import { createBareDescription, toFailure } from '@formwork/react/internal';
import type { Json } from '@formwork/schema';
import { isRecord } from '@formwork/schema/json';
import type { ResultEnvelope } from '../../catalog/envelope-schema.ts';
import type { Host } from '../host/open-host.ts';
import { readAnswer, type ReadAnswer, readEmbedded } from './read-answer.ts';
import type { ShownTool } from './shown-tool.ts';

/** The states of a task that has ended without a result, by the bridge's error codes. */
const ENDED: ReadonlyMap<string, Ended['state']> = new Map([
  ['failed', 'failed'],
  ['rejected', 'rejected'],
  ['declined', 'rejected'],
  ['canceled', 'canceled'],
]);

/** The highest number of files of one answer that are read from the bridge. */
const MAX_READ = 10;

/**
 * The scheme of the bridge's addresses, for files and large outputs, which browsers cannot open.
 */
const OWN = 'a2a://';

/** The name of the tool for pages, which models do not see. */
const SUBMIT = 'a2a_submit';

/**
 * The longest times, in seconds, that one poll of a running task waits for news: `soon` for the
 * first `change` polls, because a person is watching, and `later` for all others.
 */
const LOOKS = { soon: 2, later: 10, change: 15 };

/** The arguments of the tool for pages. */
type Arguments = Readonly<Record<string, unknown>>;

/** The agent behind a tool, as the page calls it through the host. */
export interface HostSource extends AgentSource {
  /** True while the page follows the task that the host itself began. */
  readonly isOfHost: () => boolean;
}

/**
 * Makes the agent behind a tool, as data and events, on top of the host. The first message is the
 * call that the host makes itself; all others go through the tool for pages.
 */
export function createHostSource(host: Host, readShown: () => ShownTool): HostSource {
  let isFirst = true;
  let isOfHost = true;
  let asksText = false;

  async function* call(args: Arguments, { signal }: SourceOptions): Events {
    let result: unknown;
    try {
      result = await host.callTool(SUBMIT, args);
    } catch (error) {
      yield describeFailure(error);
      return;
    }
    if (signal?.aborted !== true) yield* follow(result, { signal, isEnvelope: true });
  }

  async function* follow(
    first: unknown,
    {
      signal,
      isEnvelope,
    }: { readonly signal: AbortSignal | undefined; readonly isEnvelope: boolean },
  ): Events {
    let answer = readAnswer(first, isEnvelope);
    for (let looks = 0; ; looks += 1) {
      const event = readSourceEvent(await fetchParts(answer, host));
      if (event.kind === 'question') asksText = event.question.form === undefined;
      if (signal?.aborted === true) return;
      yield event;
      if (event.kind !== 'progress') return;
      // From here on, the host does not pass the events of the task on to the model.
      isOfHost = false;
      const seconds = looks < LOOKS.change ? LOOKS.soon : LOOKS.later;
      const args = { task_id: event.taskId, action: 'wait', wait_seconds: seconds };
      try {
        answer = readAnswer(await host.callTool(SUBMIT, args), true);
      } catch (error) {
        yield { ...describeFailure(error), taskId: event.taskId };
        return;
      }
    }
  }

  async function* awaitHost({ signal }: SourceOptions): Events {
    const outcome = await host.outcome;
    if (outcome.kind === 'result') {
      yield* follow(outcome.result, { signal, isEnvelope: readShown().isEnvelope });
      return;
    }
    const base = { taskId: '', contextId: '', problems: [] };
    yield { kind: 'ended', ...base, state: 'canceled', text: outcome.reason };
  }

  function createArguments(message: SourceMessage): Arguments {
    switch (message.kind) {
      case 'input':
        return createCall(message, message.data);
      case 'text':
        return createCall(message, { message: message.text });
      case 'answer':
        return {
          task_id: message.taskId,
          action: 'reply',
          ...createReply(message.answer, asksText),
        };
      case 'proceed':
        return { task_id: message.taskId, action: 'reply', message: 'Done.' };
    }
  }

  /** A retry has the same id, so that it does not begin a second task if an answer was lost. */
  function createCall({ messageId }: SourceMessage, args: Json): Arguments {
    return { tool: readShown().name, arguments: args, message_id: messageId };
  }

  return {
    isOfHost: () => isOfHost,
    describe() {
      const { agent, skill } = readShown();
      return Promise.resolve(createBareDescription(agent, [skill]));
    },
    send(message, options = {}) {
      if (isFirst) {
        isFirst = false;
        return awaitHost(options);
      }
      isOfHost = false;
      return call(createArguments(message), options);
    },
    watch(task, options = {}) {
      isOfHost = false;
      return call({ task_id: task.taskId, action: 'wait', wait_seconds: LOOKS.soon }, options);
    },
    cancel({ taskId }, options = {}) {
      return call({ task_id: taskId, action: 'cancel' }, options);
    },
  };
}

type Events = AsyncGenerator<SourceEvent, void, undefined>;

function createReply(answer: Json, asksText: boolean): Arguments {
  return asksText && typeof answer === 'string' ? { message: answer } : { data: answer };
}

function describeFailure(error: unknown): FailureEvent {
  const message = error instanceof Error ? error.message : String(error);
  return toFailure({ code: 'REQUEST_FAILED', reason: '', message });
}

/**
 * Reads, through the host, the parts that were too large for an answer. Files elsewhere stay links,
 * and files that cannot be read stay names.
 */
async function fetchParts(answer: ReadAnswer, host: Host): Promise<ReadAnswer> {
  if (!host.state().abilities.resources) return answer;
  const { envelope } = answer;
  const uri = envelope?.output_uri;
  const storedFiles = answer.files.filter(isOwn).slice(0, MAX_READ);
  const [output, ...read] = await Promise.all([
    uri === undefined ? undefined : readOutput(uri, host),
    ...storedFiles.map((file) => readFile(file, host)),
  ]);
  const files = answer.files.map((file) => read[storedFiles.indexOf(file)] ?? file);
  if (envelope === undefined || output === undefined) return { ...answer, files };
  // With several schemas, the data is in an object with the schema's name.
  const data = envelope.schema !== undefined && isRecord(output) ? output['data'] : output;
  return { ...answer, files, envelope: { ...envelope, output: data } };
}

function isOwn(file: SourceFile): boolean {
  return file.kind === 'url' && file.url.startsWith(OWN);
}

async function readFile(file: SourceFile, host: Host): Promise<SourceFile> {
  if (file.kind !== 'url') return file;
  const content = await readContent(file.url, host);
  const [read] = content === undefined ? [] : readEmbedded(content);
  return read === undefined ? file : { ...read, name: file.name };
}

async function readOutput(uri: string, host: Host): Promise<unknown> {
  const text = (await readContent(uri, host))?.['text'];
  try {
    return typeof text === 'string' ? (JSON.parse(text) as unknown) : undefined;
  } catch {
    return undefined;
  }
}

async function readContent(
  uri: string,
  host: Host,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  try {
    const result = await host.readResource(uri);
    const contents = isRecord(result) ? result['contents'] : undefined;
    const [first] = Array.isArray(contents) ? contents : [];
    return isRecord(first) ? first : undefined;
  } catch {
    return undefined;
  }
}

type Ended = Extract<SourceEvent, { readonly kind: 'ended' }>;

/** Turns the answer of a tool into the event that it reports of its task. */
export function readSourceEvent(answer: ReadAnswer): SourceEvent {
  const { isError, envelope, text, data, code, problems, conclusion, files } = answer;
  if (envelope !== undefined && (!isError || envelope.state !== 'completed')) {
    return readEnvelopeEvent(envelope, answer);
  }
  const base = { taskId: '', contextId: '' };
  if (!isError) {
    const dataPart = data === undefined ? {} : { data };
    const shownText = data === undefined ? text : '';
    const concluded = conclusion === '' ? {} : { conclusion };
    const shown = { text: shownText, ...concluded, files };
    return { kind: 'result', ...base, schema: '', ...dataPart, ...shown, problems: [] };
  }
  const state = ENDED.get(code);
  if (state !== undefined) return { kind: 'ended', ...base, state, text, problems };
  return {
    kind: 'failure',
    ...base,
    code: code === 'input_invalid' ? 'INPUT_INVALID' : code,
    reason: '',
    message: text,
    problems,
  };
}

function readEnvelopeEvent(envelope: ResultEnvelope, { progress, files }: ReadAnswer): SourceEvent {
  const { state, task_id: taskId = '', context_id: contextId = '', text = '' } = envelope;
  const base = { taskId, contextId };
  switch (state) {
    case 'working':
      return { kind: 'progress', ...base, ...progress };
    case 'input_required':
      return { kind: 'question', ...base, question: readQuestion(envelope) };
    case 'auth_required':
      return { kind: 'authorization', ...base, text, url: envelope.url };
    case 'canceled':
      return { kind: 'ended', ...base, state, text, problems: [] };
    case 'completed': {
      const { output, schema = '' } = envelope;
      // The value was parsed from JSON.
      const dataPart = output === undefined ? {} : { data: output as Json };
      return { kind: 'result', ...base, schema, ...dataPart, text, files, problems: [] };
    }
  }
}

function readQuestion({ question }: ResultEnvelope): SourceQuestion {
  const { text = '', reply_schema: schema } = question ?? {};
  const base = { prompt: text, text, number: undefined, refused: [] };
  return isRecord(schema) ? { ...base, form: { name: '', schema } } : base;
}
