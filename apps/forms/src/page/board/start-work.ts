import { findSkill } from '../workspace/workspace.ts';
import type { CredentialBox } from '../workspace/credential-box.ts';
import { fromEntry, type RunNames, toStored } from '../history/from-entry.ts';
import { toHistoryKey } from '../history/history-key.ts';
import { readRun } from '../history/read-run.ts';
import type { Run } from '../history/run.ts';
import { notify } from '../notify/notify.ts';
import type { KeyValueStore } from '../storage/key-value-store.ts';
import { planRepeat, type RepeatPlan } from './repeat-plan.ts';
import { createShelf, type Shelf } from '../storage/shelf.ts';
import { withoutSecrets } from '../storage/without-secrets.ts';
import type { Texts } from '../texts/texts.ts';
import { isUnacknowledged } from '@formwork/react/internal';
import { createThreadBoard, type ThreadBoard, type WorkBoard } from '../workspace/thread-board.ts';
import type { AgentDescription, AgentSource, SourceEvent } from '@formwork/client';
import type { ThreadEntry } from '@formwork/react';

/** The maximum length of a run's outcome and artifacts in the history, in UTF-16 units of JSON. */
const MAX_OUTCOME = 60_000;

/**
 * The part of the page that sends messages and keeps runs; its code is loaded only when it is
 * needed.
 */
export interface Work {
  readonly board: WorkBoard;
  /** Lists the runs of the history, newest first. */
  readonly listRuns: () => readonly Run[];
  readonly clearRuns: () => void;
  readonly removeRun: (run: Run) => void;
  /** Sends the message of a run again, under the same id. */
  readonly resend: (run: Run) => void;
  /** Stores an entry of the thread in the history and returns the stored run. */
  readonly keep: (entry: ThreadEntry) => Run;
  /** Plans how a run is sent again; `isUnsent` for one that the agent may not have got. */
  readonly planRepeat: (run: Run, isUnsent: boolean) => RepeatPlan;
}

/**
 * Options of {@link startWork}: the agent, the storage of its runs, and the functions that the page
 * is called by.
 */
export interface WorkOptions {
  readonly source: AgentSource;
  readonly credentials: CredentialBox;
  readonly store: KeyValueStore;
  /** The address of the agent. */
  readonly agent: string;
  /** Called when the history of runs has changed. */
  readonly onKept: () => void;
  /** Returns the current texts of the page and the current description of the agent. */
  readonly read: () => { readonly texts: Texts; readonly description: AgentDescription };
  /** Shows the run with this id on the page. */
  readonly show: (id: string) => void;
}

/**
 * Follows the tasks of an agent, keeps them in the history, and notifies the person when a long
 * task ends.
 */
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
    if (state === 'open' || state === 'unsent') return;
    notify({
      title: `${read().texts.states[state]}: ${skillName}`,
      body: toWords(entry),
      startedAt,
      onClick: () => show(id),
    });
  }

  const board = createThreadBoard({ source, onChange });
  const stopWarning = warnWhileUnsent(board);
  return {
    board: {
      ...board,
      close() {
        stopWarning();
        board.close();
      },
      adopt(run) {
        history.put(run);
        onKept();
      },
    },
    listRuns: () => history.list(),
    clearRuns: () => history.clear(),
    removeRun({ id }) {
      history.remove(id);
      onKept();
    },
    resend: (run) => board.open(toStored(run)),
    keep,
    planRepeat: (run, isUnsent) => planRepeat(run, read().description, isUnsent),
  };
}

/**
 * Lets the browser ask a person who leaves while the agent does not have all that was sent, because
 * that is lost with the page. Returns a function that ends this.
 */
function warnWhileUnsent(board: ThreadBoard): () => void {
  const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
  const stop = (): void => window.removeEventListener('beforeunload', warn);
  board.subscribe(() => {
    if ([...board.read().values()].some(isUnacknowledged)) {
      window.addEventListener('beforeunload', warn);
    } else {
      stop();
    }
  });
  return stop;
}

/**
 * Makes the run that the history stores for an entry: without secrets, and with the names that the
 * skill and its files had when it was sent.
 */
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

/** Removes the secrets of the answer from an answered question before the history stores it. */
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

/** Options of {@link noteRefusals}: the agent, and the box of its credentials. */
interface NoteRefusalsOptions {
  readonly agent: string;
  readonly credentials: CredentialBox;
}

/**
 * Wraps the source of an agent so that refused credentials are remembered when a task fails because
 * of them.
 */
function noteRefusals(
  source: AgentSource,
  { agent, credentials }: NoteRefusalsOptions,
): AgentSource {
  async function* note(
    events: AsyncIterable<SourceEvent>,
  ): AsyncGenerator<SourceEvent, void, undefined> {
    const headers = credentials.read(agent);
    for await (const event of events) {
      if (event.kind === 'failure' && event.reason === 'UNAUTHENTICATED') {
        credentials.refuse(agent, headers);
      }
      yield event;
    }
  }
  return {
    describe: (options) => source.describe(options),
    send: (message, options) => note(source.send(message, options)),
    watch: (task, options) => note(source.watch(task, options)),
    cancel: (task, options) => note(source.cancel(task, options)),
  };
}

/**
 * Opens the history of one agent in the browser's storage: at most 50 runs, and 500,000 characters.
 */
export function openHistory(store: KeyValueStore, agent: string): Shelf<Run> {
  const shelf = createShelf<Run>({
    store,
    key: toHistoryKey(agent),
    read: readRun,
    toId: ({ id }) => id,
  });
  return { ...shelf, put: (run) => shelf.put(cut(run)) };
}

/**
 * Returns the run as the history stores it: without an outcome and artifacts that are too long, if
 * the agent can be asked for them again.
 */
function cut(run: Run): Run {
  const { outcome, artifacts, turns, ...rest } = run;
  const hasFiles = outcome?.kind === 'result' && outcome.files.length > 0;
  const isLong = JSON.stringify([outcome, artifacts, turns]).length > MAX_OUTCOME;
  if (outcome === undefined || (!isLong && !hasFiles)) return isLong ? { ...rest, turns: [] } : run;
  if (run.taskId !== '') return { ...rest, turns: isLong ? [] : turns };
  if (outcome.kind === 'ended') return { ...rest, turns: [], outcome };
  const { data, ...words } = outcome;
  const text = words.text.slice(0, 2000);
  const short = { ...words, text, files: [], ...(!isLong && data !== undefined && { data }) };
  return { ...rest, turns: [], outcome: short };
}
