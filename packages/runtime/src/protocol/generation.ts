import type { Message } from '@a2a-js/sdk';
import { A2AError, RequestMalformedError } from '@a2a-js/sdk/errors';
import type { ServerCallContext } from '@a2a-js/sdk/server';
import type { TaskSnapshot } from '../engine/task-snapshot.ts';
import { showId } from '../messages/agent-message.ts';

// The generation of a task is from the draft of A2A 1.1. It is the number of the newest entry of its
// log, from 1 and without gaps.

/** The keys, in the state of a call's context, of what the SDK's codecs would drop. */
const REQUESTED_KEY = 'formwork.generation.requested';
const NOTED_KEY = 'formwork.generation.noted';

/** The fields of a request that name a generation, as the caller sent them. */
interface RequestedGeneration {
  /** `SendMessageConfiguration.ifGenerationMatch`. */
  readonly ifGenerationMatch?: unknown;
  /** `GetTaskRequest.currentGeneration`. */
  readonly currentGeneration?: unknown;
}

/** A call of an operation, and whether the server has the draft's generations. */
export interface GenerationCall {
  readonly generation: boolean | undefined;
  readonly context: ServerCallContext;
}

/** Thrown for a message whose sender has not seen the newest state of its task. */
export class TaskGenerationMismatchError extends A2AError {
  override readonly reason = 'TASK_GENERATION_MISMATCH';

  constructor(
    taskId: string,
    { ifMatch, now }: { readonly ifMatch: number; readonly now: number },
  ) {
    super({
      message: `Cannot take the message because ifGenerationMatch must be the generation of task ${taskId} (${now}): current value is ${ifMatch}. Get the task, and decide anew.`,
    });
  }
}

/** Keeps the generations that a request names for the operation, unread. */
export function keepRequestedGeneration(
  { state }: ServerCallContext,
  generation: RequestedGeneration,
): void {
  state.set(REQUESTED_KEY, generation);
}

/** Notes the generation of a task that the answer of a call shows; returns the task. */
export function noteGeneration(
  snapshot: TaskSnapshot,
  { generation, context: { state } }: GenerationCall,
): TaskSnapshot {
  if (generation !== true) return snapshot;
  const generations = (state.get(NOTED_KEY) as Map<string, number> | undefined) ?? new Map();
  state.set(NOTED_KEY, generations.set(snapshot.id, snapshot.seq));
  return snapshot;
}

/** Returns the generations of the tasks that the answer of a call shows, by their ids. */
export function listNotedGenerations({ state }: ServerCallContext): ReadonlyMap<string, number> {
  return (state.get(NOTED_KEY) as Map<string, number> | undefined) ?? new Map();
}

/**
 * Reads the generation that the task of a message must have; `undefined` for any.
 *
 * @throws RequestMalformedError for another value, and for a message that begins a task
 */
export function readIfMatch(message: Message, call: GenerationCall): number | undefined {
  const ifMatch = readRequested(call, 'ifGenerationMatch', 'configuration.ifGenerationMatch');
  if (ifMatch === undefined || message.taskId !== '') return ifMatch;
  throw new RequestMalformedError(
    'Cannot read the request because configuration.ifGenerationMatch must stand beside message.taskId: current value is a message that begins a task',
  );
}

/** Reads the generation beyond which a caller waits for a task; `undefined` to wait for none. */
export function readCurrentGeneration(call: GenerationCall): number | undefined {
  return readRequested(call, 'currentGeneration', 'currentGeneration');
}

function readRequested(
  { generation, context: { state } }: GenerationCall,
  name: keyof RequestedGeneration,
  path: string,
): number | undefined {
  const request = state.get(REQUESTED_KEY) as RequestedGeneration | undefined;
  const value = generation === true ? request?.[name] : undefined;
  if (value === undefined || value === null) return undefined;
  // ProtoJSON writes integers of 64 bits as text, and reads numbers as well.
  const number = typeof value === 'string' && /^\d{1,16}$/u.test(value) ? Number(value) : value;
  if (Number.isSafeInteger(number) && Number(number) >= 0) return Number(number);
  throw new RequestMalformedError(
    `Cannot read the request because ${path} must be an integer from 0: current value is ${showId(JSON.stringify(value))}`,
  );
}
