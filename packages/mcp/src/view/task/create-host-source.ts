import type {
  AgentDescription,
  AgentSource,
  SourceMessage,
  SourceOptions,
  TaskEvent,
} from '@formwork/client';
import type { Json } from '@formwork/schema';
import type { Host } from '../host/open-host.ts';
import { fetchParts } from './fetch-parts.ts';
import { readAnswer } from './read-answer.ts';
import type { ShownTool } from './shown-tool.ts';
import { toTaskEvent } from './to-task-event.ts';

/** The tool of the bridge that only pages see. */
const SUBMIT = 'a2a_submit';

/** Seconds that one look at a running task lasts: at first often, for whoever sits before it. */
const LOOKS = { soon: 2, later: 10, change: 15 };

/** What the schema of the task tool calls a request. */
type Arguments = Readonly<Record<string, unknown>>;

/** The source, and what only the page knows of it. */
export interface HostSource extends AgentSource {
  /** True while the task that is followed is the one that the host began. */
  readonly isOfHost: () => boolean;
}

/**
 * The agent behind a tool as data and events, over the host: the first message is the call that the
 * host makes itself; all others are sent by the tool for pages.
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
      yield toFailure(error);
      return;
    }
    if (signal?.aborted !== true) yield* follow(result, { signal, isEnvelope: true });
  }

  async function* follow(first: unknown, { signal, isEnvelope }: FollowOptions): Events {
    let answer = readAnswer(first, isEnvelope);
    for (let looks = 0; ; looks += 1) {
      const event = toTaskEvent(await fetchParts(answer, host));
      if (event.kind === 'question') asksText = event.question.form === undefined;
      if (signal?.aborted === true) return;
      yield event;
      if (event.kind !== 'progress') return;
      // Of what comes now the host has not told the model.
      isOfHost = false;
      const seconds = looks < LOOKS.change ? LOOKS.soon : LOOKS.later;
      const args = { task_id: event.taskId, action: 'wait', wait_seconds: seconds };
      try {
        answer = readAnswer(await host.callTool(SUBMIT, args), true);
      } catch (error) {
        yield { ...toFailure(error), taskId: event.taskId };
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

  function toArguments(message: SourceMessage): Arguments {
    switch (message.kind) {
      case 'input':
        return { tool: readShown().name, arguments: message.data };
      case 'text':
        return { tool: readShown().name, arguments: { message: message.text } };
      case 'answer':
        return { task_id: message.taskId, action: 'reply', ...toReply(message.answer, asksText) };
      case 'proceed':
        return { task_id: message.taskId, action: 'reply', message: 'Done.' };
    }
  }

  return {
    isOfHost: () => isOfHost,
    describe: () => Promise.resolve(toDescription(readShown())),
    send(message, options = {}) {
      if (isFirst) {
        isFirst = false;
        return awaitHost(options);
      }
      isOfHost = false;
      return call(toArguments(message), options);
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

type Events = AsyncGenerator<TaskEvent, void, undefined>;

interface FollowOptions {
  readonly signal: AbortSignal | undefined;
  readonly isEnvelope: boolean;
}

function toReply(answer: Json, asksText: boolean): Arguments {
  return asksText && typeof answer === 'string' ? { message: answer } : { data: answer };
}

function toFailure(error: unknown): Extract<TaskEvent, { readonly kind: 'failure' }> {
  return {
    kind: 'failure',
    taskId: '',
    contextId: '',
    code: 'REQUEST_FAILED',
    reason: '',
    message: error instanceof Error ? error.message : String(error),
    problems: [],
  };
}

function toDescription({ agent, skill }: ShownTool): AgentDescription {
  return {
    name: agent,
    description: '',
    version: '',
    origin: '',
    url: '',
    binding: '',
    protocolVersion: '',
    provider: '',
    warnings: [],
    credentials: [],
    skills: [skill],
  };
}
