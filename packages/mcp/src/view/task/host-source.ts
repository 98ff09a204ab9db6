import type {
  AgentDescription,
  AgentSource,
  SourceMessage,
  SourceOptions,
  SourceEvent,
} from '@formwork/client';
import type { FailureEvent } from '@formwork/react';
import { createBareDescription, toFailure } from '@formwork/react/internal';
import type { Json } from '@formwork/schema';
import type { Host } from '../host/host.ts';
import { fetchParts } from './fetch-parts.ts';
import { readAnswer } from './read-answer.ts';
import type { ShownTool } from './shown-tool.ts';
import { readSourceEvent } from './source-event.ts';

/** The name of the tool for pages, which models do not see. */
const SUBMIT = 'a2a_submit';

/**
 * The longest times, in seconds, that one poll of a running task waits for news: `soon` for the
 * first `change` polls, because a person is watching, and `later` for all others.
 */
const LOOKS = { soon: 2, later: 10, change: 15 };

/** The arguments of the tool for pages. */
type Arguments = Readonly<Record<string, unknown>>;

type Events = AsyncGenerator<SourceEvent, void, undefined>;

/** A task of the agent. */
interface TaskReference {
  readonly taskId: string;
}

/**
 * The agent behind a tool, as data and events, on top of the host. The first message is the call
 * that the host makes itself; all others go through the tool for pages.
 */
export class HostSource implements AgentSource {
  readonly #host: Pick<Host, 'outcome' | 'callTool' | 'readResource' | 'state'>;
  readonly #readShown: () => ShownTool;
  #isFirst = true;
  #isOfHost = true;
  #asksText = false;

  constructor(
    host: Pick<Host, 'outcome' | 'callTool' | 'readResource' | 'state'>,
    readShown: () => ShownTool,
  ) {
    this.#host = host;
    this.#readShown = readShown;
  }

  /** True while the page follows the task that the host itself began. */
  get isOfHost(): boolean {
    return this.#isOfHost;
  }

  describe(): Promise<AgentDescription> {
    const { agent, skill } = this.#readShown();
    return Promise.resolve(createBareDescription(agent, [skill]));
  }

  send(message: SourceMessage, options: SourceOptions = {}): Events {
    if (this.#isFirst) {
      this.#isFirst = false;
      return this.#awaitHost(options);
    }
    this.#isOfHost = false;
    return this.#call(this.#toArguments(message), options);
  }

  watch({ taskId }: TaskReference, options: SourceOptions = {}): Events {
    this.#isOfHost = false;
    return this.#call({ task_id: taskId, action: 'wait', wait_seconds: LOOKS.soon }, options);
  }

  cancel({ taskId }: TaskReference, options: SourceOptions = {}): Events {
    return this.#call({ task_id: taskId, action: 'cancel' }, options);
  }

  async *#call(args: Arguments, { signal }: SourceOptions): Events {
    let result: unknown;
    try {
      result = await this.#host.callTool(SUBMIT, args);
    } catch (error) {
      yield describeFailure(error);
      return;
    }
    if (signal?.aborted !== true) yield* this.#follow(result, { signal, isEnvelope: true });
  }

  async *#follow(
    first: unknown,
    {
      signal,
      isEnvelope,
    }: { readonly signal: AbortSignal | undefined; readonly isEnvelope: boolean },
  ): Events {
    let answer = readAnswer(first, isEnvelope);
    for (let looks = 0; ; looks += 1) {
      const event = readSourceEvent(await fetchParts(answer, this.#host));
      if (event.kind === 'question') this.#asksText = event.question.form === undefined;
      if (signal?.aborted === true) return;
      yield event;
      if (event.kind !== 'progress') return;
      // From here on, the host does not pass the events of the task on to the model.
      this.#isOfHost = false;
      const seconds = looks < LOOKS.change ? LOOKS.soon : LOOKS.later;
      const args = { task_id: event.taskId, action: 'wait', wait_seconds: seconds };
      try {
        answer = readAnswer(await this.#host.callTool(SUBMIT, args), true);
      } catch (error) {
        yield { ...describeFailure(error), taskId: event.taskId };
        return;
      }
    }
  }

  async *#awaitHost({ signal }: SourceOptions): Events {
    const outcome = await this.#host.outcome;
    if (outcome.kind === 'result') {
      const { isEnvelope } = this.#readShown();
      yield* this.#follow(outcome.result, { signal, isEnvelope });
      return;
    }
    const base = { taskId: '', contextId: '', problems: [] };
    yield { kind: 'ended', ...base, state: 'canceled', text: outcome.reason };
  }

  #toArguments(message: SourceMessage): Arguments {
    switch (message.kind) {
      case 'input':
        return this.#toCall(message, message.data);
      case 'text':
        return this.#toCall(message, { message: message.text });
      case 'answer': {
        const { taskId, answer } = message;
        const isText = this.#asksText && typeof answer === 'string';
        const reply = isText ? { message: answer } : { data: answer };
        return { task_id: taskId, action: 'reply', ...reply };
      }
      case 'proceed':
        return { task_id: message.taskId, action: 'reply', message: 'Done.' };
    }
  }

  /** A retry has the same id, so that it does not begin a second task if an answer was lost. */
  #toCall({ messageId }: SourceMessage, args: Json): Arguments {
    return { tool: this.#readShown().name, arguments: args, message_id: messageId };
  }
}

function describeFailure(error: unknown): FailureEvent {
  const message = error instanceof Error ? error.message : String(error);
  return toFailure({ code: 'REQUEST_FAILED', reason: '', message });
}
