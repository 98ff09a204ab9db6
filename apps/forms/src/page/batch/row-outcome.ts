import type { Json } from '@formwork/schema';
import type { ThreadEntry } from '@formwork/react';
import { fromEntry } from '../history/from-entry.ts';
import type { RunState } from '../history/run.ts';

/** How a row stands, in the words of the history. */
export function toRowState(entry: ThreadEntry): RunState {
  return fromEntry(entry, { skillId: '', skillName: '', fingerprint: '' }).state;
}

/** What came of a row: data, or what was said. */
export function readOutcome({ state }: ThreadEntry): Json {
  switch (state.kind) {
    case 'done':
      return state.result.data ?? state.result.text;
    case 'ended':
      return state.end.text;
    case 'failed':
      return state.failure.message;
    case 'asking':
      return state.question.prompt;
    case 'authorizing':
      return state.text;
    case 'sending':
    case 'working':
      return '';
    default:
      return state satisfies never;
  }
}
