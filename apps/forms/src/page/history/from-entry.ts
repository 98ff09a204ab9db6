import {
  toStoredEntry,
  type EntryState,
  type StoredEntry,
  type ThreadEntry,
  type ThreadMessage,
} from '@formwork/react';
import type { Run, RunInput, RunState } from './run.ts';

/** Facts about an entry for the history. */
export type RunNames = Pick<Run, 'skillId' | 'skillName'> & {
  /** Of the input schema; `''` for text. */
  readonly fingerprint: string;
  /** Of the files that were sent along: after a reload the entry has none any more. */
  readonly files?: readonly string[] | undefined;
};

/** The run that an entry of a thread is. */
export function fromEntry(entry: ThreadEntry, names: RunNames): Run {
  const { skillId, skillName } = names;
  const { id, sent, taskId, contextId, sentAt, restedAt, state, turns } = entry;
  const outcome =
    state.kind === 'done' ? state.result : state.kind === 'ended' ? state.end : undefined;
  const { artifacts } = toStoredEntry(entry);
  const isOver = outcome !== undefined || state.kind === 'failed';
  return {
    id,
    skillId,
    skillName,
    input: toInput(sent, names),
    taskId,
    contextId,
    startedAt: sentAt,
    state: toRunState(state, taskId),
    turns,
    ...(isOver && restedAt !== undefined && { endedAt: restedAt }),
    ...(outcome !== undefined && { outcome }),
    ...(artifacts !== undefined && { artifacts }),
  };
}

/** Turns a run of the history into an entry that can be looked at. */
export function toStored(run: Run): StoredEntry {
  const { id, input, skillId, taskId, contextId, startedAt, endedAt, turns } = run;
  const { outcome, artifacts } = run;
  const sent: ThreadMessage =
    input.kind === 'text'
      ? { kind: 'text', text: input.text, ...(skillId !== '' && { skillId }) }
      : { kind: 'input', skillId, schema: input.schema, data: input.data };
  return {
    id,
    taskId,
    sent,
    sentAt: startedAt,
    contextId,
    turns,
    ...(outcome !== undefined && { outcome }),
    ...(artifacts !== undefined && { artifacts }),
    ...(endedAt !== undefined && { restedAt: endedAt }),
  };
}

/** True if nothing of a run is known but that it was to be sent: it is not sent again by looking. */
export function isUnsent(run: Run): boolean {
  return run.taskId === '' && run.outcome === undefined;
}

function toInput(
  sent: ThreadMessage,
  { fingerprint, files: known }: Pick<RunNames, 'fingerprint' | 'files'>,
): RunInput {
  const sentNames = sent.files?.map(({ name }) => name) ?? known;
  const files = sentNames === undefined ? {} : { files: sentNames };
  if (sent.kind === 'text') return { kind: 'text', text: sent.text, ...files };
  return { kind: 'input', schema: sent.schema, fingerprint, data: sent.data, ...files };
}

function toRunState(state: EntryState, taskId: string): RunState {
  switch (state.kind) {
    case 'sending':
    case 'working':
      return 'open';
    case 'asking':
    case 'authorizing':
      return 'asking';
    case 'done':
      return 'done';
    case 'ended':
      return state.end.state;
    case 'failed':
      // A task that is known may go on without us.
      return taskId === '' ? 'broken' : 'open';
    default:
      return state satisfies never;
  }
}
