import {
  toStoredEntry,
  type EntryState,
  type StoredEntry,
  type ThreadEntry,
  type ThreadMessage,
} from '@formwork/react';
import type { Run, RunInput, RunState } from './run.ts';

/** The facts about a run that the history keeps although its entry of the thread lacks them. */
export type RunNames = Pick<Run, 'skillId' | 'skillName'> & {
  /** The fingerprint of the input schema; `''` for a text. */
  readonly fingerprint: string;
  /** The names of the files that were sent, because an entry loses them in a reload. */
  readonly files?: readonly string[] | undefined;
};

/** Makes the run for the history from an entry of the thread. */
export function fromEntry(entry: ThreadEntry, names: RunNames): Run {
  const { skillId, skillName } = names;
  const { id, sent: message, taskId, contextId, sentAt, begunAt, restedAt, state, turns } = entry;
  const outcome =
    state.kind === 'done' ? state.result : state.kind === 'ended' ? state.end : undefined;
  const { artifacts, pending } = toStoredEntry(entry);
  const isOver = outcome !== undefined || state.kind === 'failed';
  return {
    id,
    skillId,
    skillName,
    input: toInput(message, names),
    taskId,
    contextId,
    startedAt: sentAt,
    ...(begunAt !== undefined && { begunAt }),
    state: toRunState(state, taskId),
    turns,
    ...(pending !== undefined && { pending }),
    ...(isOver && restedAt !== undefined && { endedAt: restedAt }),
    ...(outcome !== undefined && { outcome }),
    ...(artifacts !== undefined && { artifacts }),
  };
}

/** Makes a stored entry from a run of the history, so that the thread can show it again. */
export function fromRun(run: Run): StoredEntry {
  const { id, input, skillId, taskId, contextId, startedAt, begunAt, endedAt, turns } = run;
  const { outcome, artifacts, pending } = run;
  const message: ThreadMessage =
    input.kind === 'text'
      ? { kind: 'text', text: input.text, ...(skillId !== '' && { skillId }) }
      : { kind: 'input', skillId, schema: input.schema, data: input.data };
  return {
    id,
    taskId,
    sent: message,
    sentAt: startedAt,
    ...(begunAt !== undefined && { begunAt }),
    contextId,
    turns,
    ...(pending !== undefined && { pending }),
    ...(outcome !== undefined && { outcome }),
    ...(artifacts !== undefined && { artifacts }),
    ...(endedAt !== undefined && { restedAt: endedAt }),
  };
}

function toInput(
  message: ThreadMessage,
  { fingerprint, files: fileNames }: Pick<RunNames, 'fingerprint' | 'files'>,
): RunInput {
  const sentNames = message.files?.map(({ name }) => name) ?? fileNames;
  const files = sentNames === undefined ? {} : { files: sentNames };
  if (message.kind === 'text') return { kind: 'text', text: message.text, ...files };
  return { kind: 'input', schema: message.schema, fingerprint, data: message.data, ...files };
}

function toRunState(state: EntryState, taskId: string): RunState {
  switch (state.kind) {
    case 'sending':
      return 'unsent';
    case 'working':
      return 'open';
    case 'asking':
      return state.question.assignment === undefined ? 'asking' : 'others';
    case 'authorizing':
      return 'asking';
    case 'done':
      return 'done';
    case 'ended':
      return state.end.state;
    case 'failed':
      // If the id of the task is known, the task may go on without this page. What was filled in by
      // another person waits for that person.
      if (taskId !== '') return 'open';
      return state.failure.reason === 'SIGN_IN' ? 'unsent' : 'broken';
    default:
      return state satisfies never;
  }
}
