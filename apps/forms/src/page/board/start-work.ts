import type { AgentDescription, AgentSource } from '@formwork/client';
import type { ThreadEntry } from '@formwork/react';
import { findSkill } from '../app/workspace.ts';
import { fromEntry, type RunNames } from '../history/from-entry.ts';
import type { Run } from '../history/run.ts';
import { notify } from '../notify/notify.ts';
import { openHistory } from '../history/open-history.ts';
import type { KeyValueStore } from '../storage/key-value-store.ts';
import { hasSecrets, withoutSecrets } from '../storage/without-secrets.ts';
import type { CredentialBox } from '../credentials/credential-box.ts';
import { noteRefusals } from '../credentials/note-refusals.ts';
import type { Texts } from '../texts/texts.ts';
import { createThreadBoard, type ThreadBoard } from './thread-board.ts';

/** What is needed once something is sent, or a run is looked at. */
export interface Work {
  readonly board: ThreadBoard;
  /** The history, the newest first. */
  readonly listRuns: () => readonly Run[];
  readonly clearRuns: () => void;
  /** Puts an entry into the history. */
  readonly keep: (entry: ThreadEntry) => Run;
  readonly hasSecrets: (schema: unknown) => boolean;
}

/** Options of {@link startWork}. */
export interface WorkOptions {
  readonly source: AgentSource;
  readonly credentials: CredentialBox;
  readonly store: KeyValueStore;
  /** Address of the agent. */
  readonly agent: string;
  /** Called when the history has changed. */
  readonly onKept: () => void;
  /** What there is at the moment. */
  readonly read: () => { readonly texts: Texts; readonly description: AgentDescription };
  /** Shows the run with this id. */
  readonly show: (id: string) => void;
}

/** Follows the tasks of an agent, keeps them in the history and tells of those that took long. */
export function startWork(options: WorkOptions): Work {
  const { store, agent, credentials, onKept, read, show } = options;
  const source = noteRefusals(options.source, { agent, credentials });
  const history = openHistory(store, agent);

  function keep(entry: ThreadEntry): Run {
    const known = history.list().find(({ id }) => id === entry.id);
    const run = toKept(entry, read().description, known);
    history.put(run);
    onKept();
    return run;
  }

  function onChange(entry: ThreadEntry): void {
    const { id, state, startedAt, skillName } = keep(entry);
    if (state === 'open') return;
    notify({
      title: `${read().texts.states[state]}: ${skillName}`,
      body: toWords(entry),
      startedAt,
      onClick: () => show(id),
    });
  }

  return {
    board: createThreadBoard({ source, onChange }),
    listRuns: () => history.list(),
    clearRuns: () => history.clear(),
    keep,
    hasSecrets,
  };
}

/** A run as the history may have it: with the names of when it was sent, and without secrets. */
function toKept(entry: ThreadEntry, description: AgentDescription, known: Run | undefined): Run {
  const { sent } = entry;
  const skillId = sent.skillId ?? '';
  const skill = findSkill(description, skillId);
  const schema =
    sent.kind === 'input' ? skill?.inputs.find(({ name }) => name === sent.schema) : undefined;
  const usable = schema?.kind === 'usable' ? schema : undefined;
  const names: RunNames = {
    skillId,
    skillName: known?.skillName ?? skill?.name ?? description.name,
    fingerprint:
      known?.input.kind === 'input' ? known.input.fingerprint : (usable?.fingerprint ?? ''),
    files: known?.input.files,
  };
  const run = fromEntry(entry, names);
  if (run.input.kind !== 'input') return run;
  const data = withoutSecrets(run.input.data, usable?.schema ?? {}) ?? null;
  return { ...run, input: { ...run.input, data }, turns: run.turns.map(toKeptTurn) };
}

/** Answers may be secret as well. */
function toKeptTurn(turn: Run['turns'][number]): Run['turns'][number] {
  const answer = withoutSecrets(turn.answer, turn.question.form?.schema ?? {}) ?? null;
  return { ...turn, answer };
}

function toWords({ state }: ThreadEntry): string {
  switch (state.kind) {
    case 'asking':
      return state.question.prompt;
    case 'done':
      return state.result.text;
    case 'ended':
      return state.end.text;
    case 'authorizing':
      return state.text;
    case 'failed':
      return state.failure.message;
    case 'sending':
    case 'working':
      return '';
    default:
      return state satisfies never;
  }
}
