import type { Artifact, Message } from '@a2a-js/sdk';
import { keepColumns } from './memo-columns.ts';
import { fillQuestion, findWholeSeq } from './restated-question.ts';
import type { NewTask } from './task-engine.ts';
import type { Memo, TaskEvent } from './task-event.ts';
import type { TaskSnapshot } from './task-snapshot.ts';

type Writable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

/**
 * Makes the snapshot of a task before its first event, to be folded with the whole log. `createdAt`
 * is the time of event 1.
 */
export function createBlankSnapshot(task: NewTask, createdAt: string): TaskSnapshot {
  return {
    id: task.id,
    scope: task.scope,
    contextId: task.contextId,
    seq: 0,
    state: 'submitted',
    statusSeq: 0,
    statusTimestamp: createdAt,
    createdAt,
    artifacts: [],
    history: [task.message],
    metadata: task.metadata,
    invocation: task.invocation,
  };
}

/**
 * Returns a snapshot that also contains further events of the same log, which MUST follow it
 * without a gap. `snapshot` stays unchanged; the result shares the unchanged parts with it. Its
 * cost depends on the number of events, plus one copy of each artifact that they touch.
 */
export function foldEvents(snapshot: TaskSnapshot, entries: readonly TaskEvent[]): TaskSnapshot {
  if (entries.length === 0) {
    return snapshot;
  }
  const next: Writable<TaskSnapshot> = { ...snapshot };
  let fold: ArtifactFold | undefined;
  let history: Message[] | undefined;
  let memos: (Memo | undefined)[] | undefined;
  const added: Memo[] = [];
  for (const { seq, timestamp, event } of entries) {
    next.seq = seq;
    switch (event.kind) {
      case 'status':
        next.state = event.state;
        next.statusSeq = seq;
        next.statusTimestamp = timestamp;
        if (event.message === undefined) {
          delete next.statusMessage;
        } else {
          next.statusMessage = fillQuestion(event.message, next.statusMessage);
        }
        setAskedSeq(next, findWholeSeq(event.message));
        break;
      case 'artifact':
        fold ??= createArtifactFold(snapshot.artifacts);
        fold.add(event.artifact, event.append);
        next.artifacts = fold.artifacts;
        break;
      case 'message':
        history ??= [...snapshot.history];
        history.push(event.message);
        next.history = history;
        break;
      case 'metadata':
        next.metadata = { ...next.metadata, ...event.metadata };
        break;
      case 'memo':
        memos ??= [...(snapshot.memos ?? [])];
        // The array gets no holes, because a store would return null in place of a hole.
        while (memos.length < event.position) memos.push(undefined);
        memos[event.position] = event;
        added.push(event);
        break;
    }
  }
  if (memos !== undefined) {
    next.memos = memos;
    keepColumns(memos, { before: snapshot.memos ?? [], added });
  }
  return next;
}

function setAskedSeq(next: Writable<TaskSnapshot>, seq: number | undefined): void {
  if (seq !== undefined) next.askedSeq = seq;
  else if (next.askedSeq !== undefined) delete next.askedSeq;
}

interface ArtifactFold {
  readonly artifacts: readonly Artifact[];
  add(artifact: Artifact, append: boolean): void;
}

function createArtifactFold(before: readonly Artifact[]): ArtifactFold {
  const artifacts = [...before];
  const indexes = new Map(artifacts.map(({ artifactId }, index) => [artifactId, index]));
  /**
   * The copies of artifacts that this fold has made. No other snapshot shares them, so their parts
   * may be changed in place.
   */
  const copies = new Set<Artifact>();

  function add(artifact: Artifact, append: boolean): void {
    const index = indexes.get(artifact.artifactId);
    if (index === undefined) {
      indexes.set(artifact.artifactId, artifacts.length);
      artifacts.push(artifact);
      return;
    }
    const current = artifacts[index];
    if (!append || current === undefined) {
      artifacts[index] = artifact;
      return;
    }
    const target = copies.has(current) ? current : { ...current, parts: [...current.parts] };
    if (target !== current) {
      copies.add(target);
      artifacts[index] = target;
    }
    extend(target, artifact);
  }

  return { artifacts, add };
}

/**
 * Adds an appended piece to an artifact. Empty fields of the piece do not change the artifact's
 * fields.
 */
function extend(target: Artifact, piece: Artifact): void {
  for (const part of piece.parts) {
    target.parts.push(part);
  }
  if (piece.name !== '') {
    target.name = piece.name;
  }
  if (piece.description !== '') {
    target.description = piece.description;
  }
  if (piece.metadata !== undefined) {
    target.metadata = { ...target.metadata, ...piece.metadata };
  }
  for (const extension of piece.extensions) {
    if (!target.extensions.includes(extension)) {
      target.extensions = [...target.extensions, extension];
    }
  }
}
