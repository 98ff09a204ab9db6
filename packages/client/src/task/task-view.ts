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

/**
 * The state of a task as far as this client knows it, kept up to date by the events of streams and
 * by fetching the task.
 */
export class TaskView {
  #taskId: string | undefined;
  #contextId = '';
  #state = TaskState.TASK_STATE_UNSPECIFIED;
  #message: Message | undefined;
  #statusAt: string | undefined;
  readonly #artifacts = new Map<string, Artifact>();

  /** `taskId` is that of a task of which only the id is known. Default: the task is about to begin. */
  constructor(taskId?: string) {
    this.#taskId = taskId;
  }

  taskId(): string | undefined {
    return this.#taskId;
  }

  contextId(): string {
    return this.#contextId;
  }

  state(): TaskState {
    return this.#state;
  }

  /**
   * The message of the task's status, or the answer of an agent that keeps no task; `undefined` if
   * there is none.
   */
  message(): Message | undefined {
    return this.#message;
  }

  /** The time of the task's status, ISO 8601; `undefined` if the agent gives none. */
  statusAt(): string | undefined {
    return this.#statusAt;
  }

  artifacts(): readonly Artifact[] {
    return [...this.#artifacts.values()].map(copyArtifact);
  }

  /**
   * Applies one event of a stream to the view, and returns what it changed. An event that was seen
   * before, or belongs to another task, changes nothing.
   */
  apply({ payload }: StreamResponse): readonly TaskChange[] {
    switch (payload?.$case) {
      case undefined:
        return [];
      case 'task':
        return this.#isOther(payload.value.id) ? [] : this.applyTask(payload.value);
      case 'message':
        return this.applyMessage(payload.value);
      case 'statusUpdate':
        if (this.#isOther(payload.value.taskId)) return [];
        this.#taskId ??= idOrNothing(payload.value.taskId);
        return this.#applyStatus(payload.value.status, payload.value);
      case 'artifactUpdate': {
        const { artifact, append, lastChunk } = payload.value;
        if (this.#isOther(payload.value.taskId)) return [];
        this.#taskId ??= idOrNothing(payload.value.taskId);
        return artifact === undefined ? [] : this.#applyArtifact(artifact, append, lastChunk);
      }
    }
  }

  applyTask(task: Task): readonly TaskChange[] {
    this.#taskId = idOrNothing(task.id) ?? this.#taskId;
    this.#contextId = task.contextId;
    // A snapshot after a broken stream: only artifacts that were missed are reported.
    const missed = task.artifacts.filter(
      (artifact) => !hasSameParts(this.#artifacts.get(artifact.artifactId), artifact),
    );
    for (const artifact of missed) this.#artifacts.set(artifact.artifactId, copyArtifact(artifact));
    return [
      ...missed.map((piece) => ({ kind: 'artifact' as const, piece, append: false, last: false })),
      // The answer is the last message of the caller's side: agents that go on say more in others.
      ...this.#applyStatus(task.status, task.history.findLast(isAnswer)),
    ];
  }

  applyMessage(message: Message): readonly TaskChange[] {
    this.#state = TaskState.TASK_STATE_COMPLETED;
    this.#message = message;
    this.#contextId = message.contextId;
    return [{ kind: 'status' }];
  }

  #applyStatus(
    status: Task['status'],
    signed: Pick<Message, 'metadata'> | undefined,
  ): readonly TaskChange[] {
    if (status === undefined) return [];
    const { state, message } = status;
    const waited = this.#state === TaskState.TASK_STATE_UNSPECIFIED || isWaiting(this.#state);
    const goesOn = waited && !isWaiting(state);
    const answered = goesOn && signed !== undefined ? readAnswerer(signed) : undefined;
    const isSame = state === this.#state && isSameMessage(message, this.#message);
    this.#state = state;
    this.#message = message;
    this.#statusAt = status.timestamp;
    return isSame ? [] : [{ kind: 'status', ...(answered && { answered }) }];
  }

  #applyArtifact(piece: Artifact, append: boolean, last: boolean): readonly TaskChange[] {
    const stored = this.#artifacts.get(piece.artifactId);
    const isAppended = append && stored !== undefined;
    this.#artifacts.set(
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
  #isOther(candidateId: string): boolean {
    return this.#taskId !== undefined && candidateId !== '' && candidateId !== this.#taskId;
  }
}

function isAnswer({ role }: Message): boolean {
  return role === Role.ROLE_USER;
}

/** True for one message; those of agents that give them no ids are one if they say the same. */
export function isSameMessage(a: Message | undefined, b: Message | undefined): boolean {
  if (a?.messageId !== b?.messageId) return false;
  if (a?.messageId !== '') return true;
  const [first, second] = [a, b].map((message) => [message?.parts, message?.metadata]);
  return JSON.stringify(first) === JSON.stringify(second);
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
