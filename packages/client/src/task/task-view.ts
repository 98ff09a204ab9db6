import {
  Role,
  TaskState,
  taskStateToJSON,
  type Artifact,
  type Message,
  type Part,
  type StreamResponse,
  type Task,
} from '@a2a-js/sdk';
import { type Answerer, readAnswerer } from '@formwork/core/protocol';
import { RequestError } from '../errors.ts';
import { isForOthers } from './read-message.ts';

/**
 * The state of a task as far as this client knows it, kept up to date by the events of streams and
 * by fetching the task.
 */
export interface TaskView {
  readonly taskId: () => string | undefined;
  readonly contextId: () => string;
  readonly state: () => TaskState;
  /**
   * The message of the task's status, or the answer of an agent that keeps no task; `undefined` if
   * there is none.
   */
  readonly message: () => Message | undefined;
  /** The time of the task's status, ISO 8601; `undefined` if the agent gives none. */
  readonly statusAt: () => string | undefined;
  readonly artifacts: () => readonly Artifact[];
  /**
   * Applies one event of a stream to the view, and returns what it changed. An event that was seen
   * before, or belongs to another task, changes nothing.
   */
  readonly apply: (response: StreamResponse) => readonly TaskChange[];
  readonly applyTask: (task: Task) => readonly TaskChange[];
  readonly applyMessage: (message: Message) => readonly TaskChange[];
}

/** A change of a watched task: of its status, or of one of its artifacts. */
export type TaskChange =
  | {
      readonly kind: 'status';
      /** Who gave the answer with which the task goes on; absent if the agent does not say. */
      readonly answered?: Answerer;
    }
  | {
      readonly kind: 'artifact';
      readonly piece: Artifact;
      readonly append: boolean;
      readonly last: boolean;
    };

/** Makes the view of a task that is about to begin, or of one of which only the id is known. */
export function createTaskView(id?: string): TaskView {
  const now: {
    taskId: string | undefined;
    contextId: string;
    state: TaskState;
    message?: Message | undefined;
    statusAt?: string | undefined;
  } = { taskId: id, contextId: '', state: TaskState.TASK_STATE_UNSPECIFIED };
  const artifacts = new Map<string, Artifact>();

  function applyStatus(
    next: Task['status'],
    signed: Pick<Message, 'metadata'> | undefined,
  ): readonly TaskChange[] {
    if (next === undefined) return [];
    const waited = now.state === TaskState.TASK_STATE_UNSPECIFIED || isWaiting(now.state);
    const goesOn = waited && !isWaiting(next.state);
    const answered = goesOn && signed !== undefined ? readAnswerer(signed) : undefined;
    const isSame = next.state === now.state && next.message?.messageId === now.message?.messageId;
    now.state = next.state;
    now.message = next.message;
    now.statusAt = next.timestamp;
    return isSame ? [] : [{ kind: 'status', ...(answered && { answered }) }];
  }

  function applyTask(task: Task): readonly TaskChange[] {
    now.taskId = idOrNothing(task.id) ?? now.taskId;
    now.contextId = task.contextId;
    // A snapshot after a broken stream: only artifacts that were missed are reported.
    const missed = task.artifacts.filter(
      (artifact) => !hasSameParts(artifacts.get(artifact.artifactId), artifact),
    );
    for (const artifact of missed) artifacts.set(artifact.artifactId, copyArtifact(artifact));
    return [
      ...missed.map((piece) => ({ kind: 'artifact' as const, piece, append: false, last: false })),
      // The answer is the last message of the caller's side: agents that go on say more in others.
      ...applyStatus(task.status, task.history.findLast(isAnswer)),
    ];
  }

  function applyArtifact(piece: Artifact, append: boolean, last: boolean): readonly TaskChange[] {
    const stored = artifacts.get(piece.artifactId);
    const isAppended = append && stored !== undefined;
    artifacts.set(
      piece.artifactId,
      isAppended
        ? { ...stored, ...mergeNames(stored, piece), parts: joinParts(stored, piece) }
        : copyArtifact(piece),
    );
    return [{ kind: 'artifact', piece, append: isAppended, last }];
  }

  /**
   * True for the id of another task. An event without an id is of this task: some agents leave it
   * out.
   */
  function isOther(candidateId: string): boolean {
    return now.taskId !== undefined && candidateId !== '' && candidateId !== now.taskId;
  }

  function applyMessage(next: Message): readonly TaskChange[] {
    now.state = TaskState.TASK_STATE_COMPLETED;
    now.message = next;
    now.contextId = next.contextId;
    return [{ kind: 'status' }];
  }

  return {
    taskId: () => now.taskId,
    contextId: () => now.contextId,
    state: () => now.state,
    message: () => now.message,
    statusAt: () => now.statusAt,
    artifacts: () => [...artifacts.values()].map(copyArtifact),
    applyTask,
    applyMessage,
    apply({ payload }) {
      switch (payload?.$case) {
        case undefined:
          return [];
        case 'task':
          return isOther(payload.value.id) ? [] : applyTask(payload.value);
        case 'message':
          return applyMessage(payload.value);
        case 'statusUpdate':
          if (isOther(payload.value.taskId)) return [];
          now.taskId ??= idOrNothing(payload.value.taskId);
          return applyStatus(payload.value.status, payload.value);
        case 'artifactUpdate': {
          const { artifact, append, lastChunk } = payload.value;
          if (isOther(payload.value.taskId)) return [];
          now.taskId ??= idOrNothing(payload.value.taskId);
          return artifact === undefined ? [] : applyArtifact(artifact, append, lastChunk);
        }
      }
    },
  };
}

function isAnswer({ role }: Message): boolean {
  return role === Role.ROLE_USER;
}

function idOrNothing(id: string): string | undefined {
  return id === '' ? undefined : id;
}

function mergeNames(stored: Artifact, { name, description }: Artifact): Partial<Artifact> {
  return {
    name: name === '' ? stored.name : name,
    description: description === '' ? stored.description : description,
  };
}

/**
 * Copies an artifact with the list of its parts, to which later pieces are appended: one that was
 * handed over stays as it is.
 */
function copyArtifact(artifact: Artifact): Artifact {
  return { ...artifact, parts: [...artifact.parts] };
}

/**
 * Appends the parts of a new piece to those of the artifact, in place: copying all of them for each
 * piece would take quadratic time.
 */
function joinParts({ parts }: Artifact, piece: Artifact): Part[] {
  for (const part of piece.parts) parts.push(part);
  return parts;
}

function hasSameParts(stored: Artifact | undefined, { parts }: Artifact): boolean {
  if (stored === undefined) return false;
  return JSON.stringify(joinText(stored.parts)) === JSON.stringify(joinText(parts));
}

/**
 * Joins neighbouring text parts, so that two copies of an artifact compare equal: some agents join
 * the pieces of a text, others keep them apart.
 */
function joinText(parts: readonly Part[]): readonly unknown[] {
  const joined: unknown[] = [];
  let text: string | undefined;
  for (const { content } of parts) {
    if (content?.$case === 'text') {
      text = (text ?? '') + content.value;
    } else {
      if (text !== undefined) joined.push(text);
      text = undefined;
      joined.push(content);
    }
  }
  return text === undefined ? joined : [...joined, text];
}

/**
 * Returns the task that an agent answered with.
 *
 * @throws RequestError if it is not the task that the view is of.
 */
export function checkTask(task: Task, view: TaskView): Task {
  const taskId = view.taskId();
  if (taskId === undefined || task.id === '' || task.id === taskId) return task;
  throw new RequestError(
    `Cannot do the request because the answer must be about task ${JSON.stringify(taskId)}: current task is ${JSON.stringify(task.id)}`,
    { reason: 'PROTOCOL', taskId },
  );
}

/** A state in which a task rests: it has ended, or it waits for its caller. */
export type RestingState =
  | 'completed'
  | 'failed'
  | 'canceled'
  | 'rejected'
  | 'input-required'
  | 'auth-required';

/** Returns the resting state for a state of A2A; `undefined` for one in which the task goes on. */
export function findRestingState(state: TaskState): RestingState | undefined {
  switch (state) {
    case TaskState.TASK_STATE_COMPLETED:
      return 'completed';
    case TaskState.TASK_STATE_FAILED:
      return 'failed';
    case TaskState.TASK_STATE_CANCELED:
      return 'canceled';
    case TaskState.TASK_STATE_REJECTED:
      return 'rejected';
    case TaskState.TASK_STATE_INPUT_REQUIRED:
      return 'input-required';
    case TaskState.TASK_STATE_AUTH_REQUIRED:
      return 'auth-required';
    case TaskState.TASK_STATE_UNSPECIFIED:
    case TaskState.TASK_STATE_SUBMITTED:
    case TaskState.TASK_STATE_WORKING:
    case TaskState.UNRECOGNIZED:
      return undefined;
  }
}

/** True for a state in which the task waits for its caller, and can go on. */
export function isWaiting(state: TaskState): boolean {
  return (
    state === TaskState.TASK_STATE_INPUT_REQUIRED || state === TaskState.TASK_STATE_AUTH_REQUIRED
  );
}

/** True for a task that waits for other people than its caller. */
export function waitsForOtherPeople(view: TaskView): boolean {
  return isWaiting(view.state()) && isForOthers(view.message());
}

/** True for a state that A2A defines; false for one that an agent made up. */
export function isKnownState(state: TaskState): boolean {
  return state !== TaskState.TASK_STATE_UNSPECIFIED && state !== TaskState.UNRECOGNIZED;
}

/** Makes the error for a task that goes on without an id, so that it cannot be followed. */
export function createNamelessError(): RequestError {
  return new RequestError(
    'Cannot wait for the task because the agent must name it: current id is "". Nothing can be asked about it.',
    { reason: 'PROTOCOL' },
  );
}

/** Makes the error for a task that stays in a state A2A does not define. */
export function createStateError(view: TaskView): RequestError {
  const state = taskStateToJSON(view.state());
  return new RequestError(
    `Cannot wait for the task because it must have a state of A2A: current value is ${state}. agent.task(id) finds it again.`,
    { reason: 'PROTOCOL', taskId: view.taskId() },
  );
}
