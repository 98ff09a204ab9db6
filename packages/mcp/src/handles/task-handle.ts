import { createHash } from 'node:crypto';
import { isRecord } from '@formwork/schema/internal';
import { HandleError } from '../errors.ts';
import type { HandleSealer } from './handle-sealer.ts';

/** The facts that a bridge seals into a handle to go on with a task, here or in another process. */
export interface TaskHandle {
  readonly alias: string;
  /** Id of the task in A2A. */
  readonly taskId: string;
  /** Name of the tool that began it. */
  readonly tool: string;
  /** Digest of the arguments that it began with. */
  readonly digest: string;
  /** Times that the question was asked again because its answer did not fit. */
  readonly round: number;
  /** Number of the question that is open, if the agent numbers them. */
  readonly question?: number | undefined;
  /** When it began, in milliseconds since 1970. */
  readonly createdAt: number;
  /** The fault of the last answer. */
  readonly problem?: string | undefined;
  /** The message it began with, if nothing else finds it: its agent has not told an id so far. */
  readonly message?: SentMessage | undefined;
}

/** A message as a call sent it. */
export interface SentMessage {
  readonly id: string;
  /** The arguments of the call. */
  readonly args: Readonly<Record<string, unknown>>;
}

/** Makes handles of tasks, and reads them. */
export interface TaskHandles {
  readonly seal: (handle: TaskHandle, principal: string) => string;
  /** @throws HandleError if it is none. */
  readonly open: (text: string, principal: string) => TaskHandle;
  /** Of a conversation with an agent. */
  /** Of something that a task gave: a file by its place, or its output. */
  readonly sealPart: (part: PartHandle, principal: string) => string;
  readonly openPart: (text: string, principal: string) => PartHandle;
  readonly sealContext: (context: ContextHandle, principal: string) => string;
  readonly openContext: (text: string, principal: string) => ContextHandle;
}

/** A conversation in A2A. */
interface ContextHandle {
  readonly alias: string;
  readonly contextId: string;
}

/** Something that a task gave. */
interface PartHandle {
  readonly alias: string;
  readonly taskId: string;
  /** Name of the tool that began it. */
  readonly tool: string;
  /** Place among the task's files; -1 is its output. */
  readonly index: number;
}

/** Options of {@link createTaskHandles}. */
export interface TaskHandlesOptions {
  readonly sealer: HandleSealer;
  /** How long a handle counts, in milliseconds. */
  readonly ttlMs: number;
}

/** Handles of tasks count for {@link TaskHandlesOptions.ttlMs}, and for nobody but the principal. */
export function createTaskHandles({ sealer, ttlMs }: TaskHandlesOptions): TaskHandles {
  const toOptions = (principal: string) => ({ principal, expiresAt: Date.now() + ttlMs });
  return {
    seal({ alias, taskId, tool, digest, round, createdAt, ...rest }, principal) {
      const { question, problem, message } = rest;
      // Names are short: a model has to copy it.
      const about = { a: alias, t: taskId, n: tool, d: digest, b: Math.round(createdAt / 1000) };
      const sent = message === undefined ? undefined : [message.id, message.args];
      const asked = { ...(round > 0 && { r: round }), q: question, p: problem };
      const content = { ...about, ...asked, m: sent };
      return sealer.seal(content, toOptions(principal));
    },
    open(text, principal) {
      const { a, t, n, d, b, r, q, p, m } = sealer.open(text, { principal });
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
        problem: typeof p === 'string' ? p : undefined,
        message: toMessage(m),
      };
    },
    sealPart({ alias, taskId, tool, index }, principal) {
      return sealer.seal({ a: alias, f: taskId, n: tool, i: index }, toOptions(principal));
    },
    openPart(text, principal) {
      const { a, f, n, i } = sealer.open(text, { principal });
      if (typeof a !== 'string' || typeof f !== 'string' || typeof i !== 'number') {
        throw new HandleError('unknown');
      }
      return { alias: a, taskId: f, tool: typeof n === 'string' ? n : '', index: i };
    },
    sealContext({ alias, contextId }, principal) {
      return sealer.seal({ a: alias, c: contextId }, toOptions(principal));
    },
    openContext(text, principal) {
      const { a, c } = sealer.open(text, { principal });
      if (typeof a !== 'string' || typeof c !== 'string') throw new HandleError('unknown');
      return { alias: a, contextId: c };
    },
  };
}

function toMessage(sent: unknown): SentMessage | undefined {
  if (!Array.isArray(sent)) return undefined;
  const [id, args]: unknown[] = sent;
  return typeof id === 'string' && isRecord(args) ? { id, args } : undefined;
}

/** A digest of arguments: the same for the same, whatever the order of their names. */
export function toDigest(args: unknown): string {
  return createHash('sha256').update(toStableJson(args)).digest('base64url').slice(0, 16);
}

function toStableJson(value: unknown): string {
  return (
    JSON.stringify(value, (_key, member: unknown) =>
      typeof member === 'object' && member !== null && !Array.isArray(member)
        ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
        : member,
    ) ?? ''
  );
}
