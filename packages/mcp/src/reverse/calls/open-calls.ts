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

/**
 * A call that stays open at a server of an older revision, even while its task waits for an answer.
 */
interface OpenCall {
  /** Waits for the server's next question, or for the result of the call. */
  readonly next: () => Promise<RoundOutcome>;
  readonly answer: (answers: InputAnswers) => void;
  readonly abort: (reason: unknown) => void;
}

/** The open calls of one agent, by the id of the task. */
export interface OpenCalls {
  readonly get: (taskId: string) => OpenCall | undefined;
  readonly open: (
    taskId: string,
    perform: (signal: AbortSignal) => Promise<ToolResult>,
  ) => OpenCall;
  readonly end: (taskId: string) => void;
  /**
   * Passes a question of the server to the call that it belongs to, and resolves with the answer.
   */
  readonly elicit: (params: ElicitRequestParams) => Promise<ElicitResult>;
}

interface Asked {
  readonly request: InputRequest;
  readonly reply: (result: ElicitResult) => void;
}

interface Entry extends OpenCall {
  /** True while the call runs and has no open question, so that the server may ask one for it. */
  readonly mayAsk: () => boolean;
  readonly ask: (params: ElicitRequestParams) => Promise<ElicitResult>;
}

/** Options of {@link createOpenCalls}. */
export interface OpenCallsOptions {
  readonly questionTimeoutMs: number;
  readonly logger: BridgeLogger;
}

/**
 * Makes the register of open calls. Servers up to 2025-11-25 do not say which call a question
 * belongs to, so it goes to the only call that is not waiting for an answer. If there are several
 * such calls, the question is withdrawn, because it might reach the caller of another task.
 */
export function createOpenCalls(options: OpenCallsOptions): OpenCalls {
  const entries = new Map<string, Entry>();
  return {
    get: (taskId) => entries.get(taskId),
    open(taskId, perform) {
      const entry: Entry = createEntry(perform, {
        ...options,
        onForgotten() {
          if (entries.get(taskId) === entry) entries.delete(taskId);
        },
      });
      entries.set(taskId, entry);
      return entry;
    },
    end: (taskId) => void entries.delete(taskId),
    async elicit(params) {
      const [first, ...others] = [...entries.values()].filter((entry) => entry.mayAsk());
      if (first === undefined || others.length > 0) {
        const calls = others.length + (first === undefined ? 0 : 1);
        options.logger.warn('A question of the MCP server was withdrawn as its call is not known', {
          calls,
        });
        return { action: 'cancel' };
      }
      return first.ask(params);
    },
  };
}

interface EntryOptions extends OpenCallsOptions {
  readonly onForgotten: () => void;
}

function createEntry(
  perform: (signal: AbortSignal) => Promise<ToolResult>,
  { questionTimeoutMs, onForgotten }: EntryOptions,
): Entry {
  const controller = new AbortController();
  let asked: Asked | undefined;
  /** The question that the task was given last. */
  let handed: Asked | undefined;
  let isOver = false;
  let bell = createBell();
  let fault: unknown;
  let forget: NodeJS.Timeout | undefined;
  const end = perform(controller.signal).then((result) => ({ kind: 'complete' as const, result }));
  const close = (): void => void (isOver = true);
  // The call may fail while its task waits for an answer.
  end.then(close, close);

  function settle(result: ElicitResult): void {
    clearTimeout(forget);
    asked?.reply(result);
    asked = undefined;
  }

  return {
    mayAsk: () => !isOver && asked === undefined,
    ask(params) {
      try {
        const request = parseElicitation(KEY, params);
        const answered = new Promise<ElicitResult>((reply) => {
          asked = { request, reply };
        });
        forget = setTimeout(() => {
          settle({ action: 'cancel' });
          // A caller that asks for the result later gets an error, which says that it is too late.
          const drop = (): void => void setTimeout(onForgotten, questionTimeoutMs).unref();
          end.then(drop, drop);
        }, questionTimeoutMs).unref();
        bell.ring();
        return answered;
      } catch (error) {
        fault = error;
        bell.ring();
        return Promise.resolve({ action: 'cancel' });
      }
    },
    async next() {
      const rung = bell.rung.then((): RoundOutcome => {
        if (fault !== undefined) throw fault;
        handed = asked;
        return { kind: 'open', requests: asked === undefined ? [] : [asked.request] };
      });
      return Promise.race([end, rung]);
    },
    answer(answers) {
      // This answers a question that was withdrawn; the one that followed it has not been asked yet.
      if (asked !== handed && asked !== undefined) return;
      bell = createBell();
      const answer = answers[KEY];
      if (answer === undefined) return;
      const { content } = answer;
      settle({
        action: 'accept',
        ...(content !== undefined && { content: asFormContent(content) }),
      });
    },
    abort(reason) {
      settle({ action: 'cancel' });
      controller.abort(reason);
    },
  };
}

interface Bell {
  readonly rung: Promise<void>;
  readonly ring: () => void;
}

function createBell(): Bell {
  let ring = (): void => {};
  const rung = new Promise<void>((resolve) => {
    ring = resolve;
  });
  return { rung, ring: () => ring() };
}

type FormContent = NonNullable<ElicitResult['content']>;

/**
 * Gives an answer the type of the SDK; it already fits the schema of its question, which allows
 * nothing else.
 */
function asFormContent(content: Readonly<Record<string, unknown>>): FormContent {
  return content as FormContent;
}
