import type { ElicitRequestParams, ElicitResult } from '@modelcontextprotocol/client';
import type { BridgeLogger } from '../../bridge-logger.ts';
import {
  type RoundOutcome,
  type ToolResult,
  parseElicitation,
  type InputAnswers,
  type InputRequest,
} from './round-outcome.ts';

/** The key under which an open call stores its question; it asks only one question at a time. */
const KEY = 'answer';

/** A question of the server, and the function that answers it. */
interface Question {
  readonly request: InputRequest;
  readonly reply: (result: ElicitResult) => void;
}

/** Options of {@link OpenCall}. */
interface OpenCallOptions {
  /** The time for which a question waits for its answer, and a call for its end, in milliseconds. */
  readonly questionTimeoutMs: number;
  /** Called once a question had no answer in time, and the caller of the task has not come back. */
  readonly onForgotten: () => void;
}

/**
 * A call that stays open at a server of an older revision, even while its task waits for an answer.
 */
class OpenCall {
  readonly #controller = new AbortController();
  readonly #end: Promise<RoundOutcome>;
  readonly #options: OpenCallOptions;
  #question: Question | undefined;
  /** The question that the task was given last. */
  #handed: Question | undefined;
  #isOver = false;
  /** Rings when the server has asked, or has asked what no person can be asked. */
  #wakeSignal = new Signal();
  #fault: unknown;
  #forgetting: NodeJS.Timeout | undefined;

  constructor(perform: (signal: AbortSignal) => Promise<ToolResult>, options: OpenCallOptions) {
    this.#options = options;
    this.#end = perform(this.#controller.signal).then((result) => ({ kind: 'complete', result }));
    this.#atEnd(() => (this.#isOver = true));
  }

  /** True while the call runs and has no open question, so that the server may ask one for it. */
  mayAsk(): boolean {
    return !this.#isOver && this.#question === undefined;
  }

  /** Asks a question of the server, and resolves with the answer. */
  ask(params: ElicitRequestParams): Promise<ElicitResult> {
    try {
      const request = parseElicitation(KEY, params);
      const answer = new Promise<ElicitResult>((reply) => {
        this.#question = { request, reply };
      });
      this.#forgetting = setTimeout(() => this.#forget(), this.#options.questionTimeoutMs).unref();
      this.#wakeSignal.give();
      return answer;
    } catch (error) {
      this.#fault = error;
      this.#wakeSignal.give();
      return Promise.resolve({ action: 'cancel' });
    }
  }

  /** Waits for the server's next question, or for the result of the call. */
  async next(): Promise<RoundOutcome> {
    const nextQuestion = this.#wakeSignal.arrived.then((): RoundOutcome => {
      if (this.#fault !== undefined) throw this.#fault;
      this.#handed = this.#question;
      return {
        kind: 'open',
        requests: this.#question === undefined ? [] : [this.#question.request],
      };
    });
    return Promise.race([this.#end, nextQuestion]);
  }

  answer(answers: InputAnswers): void {
    // This answers a question that was withdrawn; the one that followed it has not been asked yet.
    if (this.#question !== this.#handed && this.#question !== undefined) return;
    this.#wakeSignal = new Signal();
    const answer = answers[KEY];
    if (answer === undefined) return;
    const { content } = answer;
    this.#settle({
      action: 'accept',
      ...(content !== undefined && { content: asFormContent(content) }),
    });
  }

  abort(reason: unknown): void {
    this.#settle({ action: 'cancel' });
    this.#controller.abort(reason);
  }

  #settle(result: ElicitResult): void {
    clearTimeout(this.#forgetting);
    this.#question?.reply(result);
    this.#question = undefined;
  }

  /** Withdraws the question, because its answer is too late. */
  #forget(): void {
    this.#settle({ action: 'cancel' });
    const { onForgotten, questionTimeoutMs } = this.#options;
    // A caller that asks for the result later gets an error, which says that it is too late.
    this.#atEnd(() => setTimeout(onForgotten, questionTimeoutMs).unref());
  }

  /** Calls a function once the call is over. It may fail while its task waits for an answer. */
  #atEnd(act: () => void): void {
    this.#end.then(act, act);
  }
}

/** Options of {@link OpenCalls}. */
export interface OpenCallsOptions extends Pick<OpenCallOptions, 'questionTimeoutMs'> {
  readonly logger: BridgeLogger;
}

/** The open calls of one agent, by the id of the task. */
export class OpenCalls {
  readonly #calls = new Map<string, OpenCall>();
  readonly #options: OpenCallsOptions;

  constructor(options: OpenCallsOptions) {
    this.#options = options;
  }

  get(taskId: string): OpenCall | undefined {
    return this.#calls.get(taskId);
  }

  open(taskId: string, perform: (signal: AbortSignal) => Promise<ToolResult>): OpenCall {
    const call: OpenCall = new OpenCall(perform, {
      ...this.#options,
      onForgotten: () => {
        if (this.#calls.get(taskId) === call) this.#calls.delete(taskId);
      },
    });
    this.#calls.set(taskId, call);
    return call;
  }

  end(taskId: string): void {
    this.#calls.delete(taskId);
  }

  /**
   * Passes a question of the server to the call that it belongs to, and resolves with the answer.
   * Servers up to 2025-11-25 do not say which call a question belongs to, so it goes to the only
   * call that is not waiting for an answer. If there are several such calls, the question is
   * withdrawn, because it might reach the caller of another task.
   */
  async elicit(params: ElicitRequestParams): Promise<ElicitResult> {
    const calls = [...this.#calls.values()].filter((call) => call.mayAsk());
    const [only] = calls;
    if (only !== undefined && calls.length === 1) return only.ask(params);
    this.#options.logger.warn(
      'A question of the MCP server was withdrawn as its call is not known',
      { calls: calls.length },
    );
    return { action: 'cancel' };
  }
}

/** A bell that rings once. */
class Signal {
  readonly arrived: Promise<void>;
  #resolve: () => void = () => {};

  constructor() {
    this.arrived = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  give(): void {
    this.#resolve();
  }
}

type FormContent = NonNullable<ElicitResult['content']>;

/**
 * Gives an answer the type of the SDK; it already fits the schema of its question, which allows
 * nothing else.
 */
function asFormContent(content: Readonly<Record<string, unknown>>): FormContent {
  return content as FormContent;
}
