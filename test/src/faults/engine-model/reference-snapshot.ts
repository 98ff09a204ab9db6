import type { Artifact, Message } from '@a2a-js/sdk';
import type { NewTaskEvent, TaskEvent, TaskSnapshot } from '@formwork/runtime';
import type { ReferenceTask } from './reference-task.ts';

/** Computes the snapshot of a task from its whole log. */
export function toReferenceSnapshot({ task, log }: ReferenceTask): TaskSnapshot {
  const status = log.findLast(({ event }) => event.kind === 'status');
  if (status?.event.kind !== 'status') throw new TypeError('A log begins with a status.');
  const { state, message } = status.event;
  return {
    id: task.id,
    scope: task.scope,
    contextId: task.contextId,
    seq: log.length,
    state,
    statusSeq: status.seq,
    ...(message !== undefined && { statusMessage: message }),
    statusTimestamp: status.timestamp,
    createdAt: log[0]?.timestamp ?? '',
    artifacts: log.reduce(addArtifact, []),
    history: [task.message, ...log.flatMap(({ event }) => toMessages(event))],
    metadata: Object.assign({}, task.metadata, ...log.map(({ event }) => toMetadata(event))),
    invocation: task.invocation,
    ...toMemos(log),
  };
}

function toMessages(event: NewTaskEvent): readonly Message[] {
  return event.kind === 'message' ? [event.message] : [];
}

function toMetadata(event: NewTaskEvent): Readonly<Record<string, unknown>> {
  return event.kind === 'metadata' ? event.metadata : {};
}

function toMemos(log: readonly TaskEvent[]): Pick<TaskSnapshot, 'memos'> {
  const memos: NonNullable<TaskSnapshot['memos']>[number][] = [];
  for (const { event } of log) {
    if (event.kind === 'memo') memos[event.position] = event;
  }
  return memos.length === 0 ? {} : { memos: Array.from(memos) };
}

/**
 * Applies an artifact event to a list of artifacts. In the model, artifact events append parts or
 * replace the artifact, and do nothing else.
 */
function addArtifact(artifacts: Artifact[], { event }: TaskEvent): Artifact[] {
  if (event.kind !== 'artifact') return artifacts;
  const { artifact, append } = event;
  const before = artifacts.find(({ artifactId }) => artifactId === artifact.artifactId);
  if (before === undefined) return [...artifacts, artifact];
  const after = append ? { ...before, parts: [...before.parts, ...artifact.parts] } : artifact;
  return artifacts.map((each) => (each === before ? after : each));
}
