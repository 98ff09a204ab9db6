import { isRecord, toSortedJson } from '@formwork/schema/json';
import { hash } from 'node:crypto';
import { HandleError } from '../errors.ts';
import type { HandleCipher } from './handle-cipher.ts';

/** The content of a handle: the facts with which this or another process continues a task. */
export interface TaskHandle {
  readonly alias: string;
  /** The id of the task at the agent. */
  readonly taskId: string;
  /** The name of the tool whose call began the task. */
  readonly tool: string;
  /** The digest of the arguments of the call that began the task. */
  readonly digest: string;
  /** How often the question was asked again because the answer did not fit. */
  readonly round: number;
  /**
   * The number of the question that is open; `undefined` if the agent does not number questions.
   */
  readonly question?: number | undefined;
  /**
   * The mark of the question or sign-in that the answer with the handle shows; `undefined` if it
   * shows none.
   */
  readonly shown?: string | undefined;
  /** The time when the task began, in milliseconds since 1970. */
  readonly createdAt: number;
  /** The fault of the last answer to the question. */
  readonly problem?: string | undefined;
  /**
   * The message that began the task, present only if the task's id is not known yet: sent again,
   * the message finds the task.
   */
  readonly message?: SentMessage | undefined;
}

/** A message that a call has sent to an agent. */
export interface SentMessage {
  readonly id: string;
  /** The arguments of the call that became the message. */
  readonly args: Readonly<Record<string, unknown>>;
}

/** Makes handles for tasks, conversations and parts of results, and reads them. */
export interface TaskHandles {
  readonly seal: (handle: TaskHandle, principal: string) => string;
  /** Opens the handle of a task. @throws HandleError if the text is not one. */
  readonly open: (text: string, principal: string) => TaskHandle;
  /** Makes and opens the handle of a part of a task's result: a file, or the output. */
  readonly sealPart: (part: PartHandle, principal: string) => string;
  readonly openPart: (text: string, principal: string) => PartHandle;
  readonly sealContext: (context: ContextHandle, principal: string) => string;
  readonly openContext: (text: string, principal: string) => ContextHandle;
}

/** The content of a handle for a conversation, which is a context in A2A. */
interface ContextHandle {
  readonly alias: string;
  readonly contextId: string;
}

/** The content of a handle for a part of a task's result. */
interface PartHandle {
  readonly alias: string;
  readonly taskId: string;
  /** The name of the tool whose call began the task. */
  readonly tool: string;
  /** The index of the file among those of the task; -1 for the task's output. */
  readonly index: number;
}

/**
 * Makes the functions for handles. A handle is valid for `ttlMs`, and only for its principal.
 */
export function createTaskHandles({
  cipher,
  ttlMs,
}: {
  readonly cipher: HandleCipher;
  /** The time for which a handle is valid, in milliseconds. */
  readonly ttlMs: number;
}): TaskHandles {
  const toOptions = (principal: string) => ({ principal, expiresAt: Date.now() + ttlMs });
  return {
    seal({ alias, taskId, tool, digest, round, createdAt, ...state }, principal) {
      const { question, shown, problem, message } = state;
      // The names are short because a model has to copy the handle.
      const about = { a: alias, t: taskId, n: tool, d: digest, b: Math.round(createdAt / 1000) };
      const pair = message === undefined ? undefined : [message.id, message.args];
      const request = { ...(round > 0 && { r: round }), q: question, s: shown, p: problem };
      const content = { ...about, ...request, m: pair };
      return cipher.seal(content, toOptions(principal));
    },
    open(text, principal) {
      const { a, t, n, d, b, r, q, s, p, m } = cipher.open(text, { principal });
      if (typeof a !== 'string' || typeof t !== 'string' || typeof n !== 'string') {
        throw new HandleError('unknown');
      }
      return {
        alias: a,
        taskId: t,
        tool: n,
        digest: typeof d === 'string' ? d : '',
        round: typeof r === 'number' ? r : 0,
        createdAt: typeof b === 'number' ? b * 1000 : 0,
        question: typeof q === 'number' ? q : undefined,
        shown: typeof s === 'string' ? s : undefined,
        problem: typeof p === 'string' ? p : undefined,
        message: toMessage(m),
      };
    },
    sealPart({ alias, taskId, tool, index }, principal) {
      return cipher.seal({ a: alias, f: taskId, n: tool, i: index }, toOptions(principal));
    },
    openPart(text, principal) {
      const { a, f, n, i } = cipher.open(text, { principal });
      if (typeof a !== 'string' || typeof f !== 'string' || typeof i !== 'number') {
        throw new HandleError('unknown');
      }
      return { alias: a, taskId: f, tool: typeof n === 'string' ? n : '', index: i };
    },
    sealContext({ alias, contextId }, principal) {
      return cipher.seal({ a: alias, c: contextId }, toOptions(principal));
    },
    openContext(text, principal) {
      const { a, c } = cipher.open(text, { principal });
      if (typeof a !== 'string' || typeof c !== 'string') throw new HandleError('unknown');
      return { alias: a, contextId: c };
    },
  };
}

function toMessage(pair: unknown): SentMessage | undefined {
  if (!Array.isArray(pair)) return undefined;
  const [id, args]: unknown[] = pair;
  return typeof id === 'string' && isRecord(args) ? { id, args } : undefined;
}

/** Returns a digest of arguments, which does not depend on the order of their names. */
export function toDigest(args: unknown): string {
  return hash('sha256', toSortedJson(args), 'base64url').slice(0, 16);
}
