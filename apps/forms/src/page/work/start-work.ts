import type { AgentDescription, AgentSource, SourceEvent } from '@formwork/client';
import type { StoredEntry, ThreadEntry } from '@formwork/react';
import { isUnacknowledged } from '@formwork/react/internal';
import { fromRun } from '../history/from-entry.ts';
import { makeRoom } from '../history/make-room.ts';
import { openHistory } from '../history/run-store.ts';
import { type Run, toBatchKey, toHistoryKey, toRunClaim } from '../history/run.ts';
import { type KeptBatch, openBatches } from '../history/stored-batches.ts';
import { notify } from '../notify/notify.ts';
import type { KeyValueStore } from '../storage/key-value-store.ts';
import { watchList } from '../storage/watch-list.ts';
import type { Texts } from '../texts/texts.ts';
import type { CredentialStore } from '../workspace/credential-store.ts';
import { createThreadStore, type ThreadStore, type WorkStore } from '../workspace/thread-store.ts';
import { toCaller } from './caller.ts';
import { planRepeat, type RepeatPlan } from './repeat-plan.ts';
import { RunOwners } from './run-owners.ts';
import { TabClaims } from './tab-claims.ts';
import { toStoredRun } from './to-stored-run.ts';

export { createGatewaySource } from '@formwork/react';

/**
 * The part of the page that sends messages and keeps runs; its code is loaded only when it is
 * needed.
 */
export interface Work {
  readonly threads: WorkStore;
  /** Lists the runs of the history, newest first. */
  readonly listRuns: () => readonly Run[];
  readonly clearRuns: () => void;
  /** Removes a run from the history, unless the agent has got it. */
  readonly discard: (run: Run) => void;
  /** Sends the message of a run again, under the same id. */
  readonly resend: (run: Run) => void;
  /** Sends what was kept as a run before this code was loaded, in the name of who filled it in. */
  readonly take: (entry: StoredEntry, run: Run) => void;
  /** Stores an entry of the thread in the history and returns the stored run. */
  readonly keep: (entry: ThreadEntry) => Run;
  /** True for a run that the person in whose name the page calls now has filled in. */
  readonly isOwn: (run: Run) => boolean;
  /**
   * The tables whose rows were not done when their page was closed, of the person who calls now,
   * without those that a tab runs.
   */
  readonly listBatches: () => readonly KeptBatch[];
  /**
   * Notes that the person who calls now runs the rows of a table, and keeps those that are not done
   * unless they may have secrets.
   */
  readonly keepBatch: (batch: Omit<KeptBatch, 'owner'>, isSecret: boolean) => void;
  readonly dropBatch: (id: string) => void;
  /**
   * Notes that this tab runs the rows of a table, so that no tab offers to go on with it meanwhile.
   * Returns a function that ends this.
   */
  readonly holdBatch: (id: string) => () => void;
  /** Plans how a run is sent again; `isUnsent` for one that the agent may not have got. */
  readonly planRepeat: (run: Run, isUnsent: boolean) => RepeatPlan;
}

/**
 * Follows the tasks of an agent, keeps them in the history, and notifies the person when a long
 * task ends.
 */
export function startWork(options: {
  readonly source: AgentSource;
  readonly credentials: CredentialStore;
  readonly store: KeyValueStore;
  /** Returns the mark of the person who has signed in at the provider; `''` without a sign-in. */
  readonly person: () => string;
  /** The address of the agent. */
  readonly agent: string;
  /** Called when the history of runs has changed. */
  readonly onKept: () => void;
  /** Called when a table was left, or another tab goes on with one. */
  readonly onTables: () => void;
  /** Called when something that was entered cannot be kept, because the storage is full. */
  readonly onFull: () => void;
  /** The locks of the browser, by which tabs know of each other's work. Default: none. */
  readonly locks?: LockManager | undefined;
  /** Returns the current texts of the page and the current description of the agent. */
  readonly read: () => { readonly texts: Texts; readonly description: AgentDescription };
  /** Shows the run with this id on the page. */
  readonly show: (id: string) => void;
}): Work {
  const { store, agent, credentials, onKept, onTables, read, show } = options;
  makeRoom(store, options.onFull);
  const history = openHistory(store, agent);
  // What was kept first of each run: later, the schema that says the secrets may be another one.
  const inputs = new Map<string, Run['input']>();
  /** The runs of this page that the storage did not take, such as very long ones. */
  const unkept = new Map<string, Run>();
  const batches = openBatches(store, agent);
  /** The marks of the people who run tables, by the ids of the tables. */
  const tables = new Map<string, string>();
  const caller = (): string =>
    toCaller({ headers: credentials.read(agent), person: options.person(), store });
  const owners = new RunOwners({ caller, find });
  const source = owners.guard(noteRefusals(options.source, agent, credentials));
  const tabIds = new Set(history.list().map(({ id }) => id));
  // The answers that other tabs are sending were not left by a page that is closed either.
  const pendingIds = new Set(history.list().flatMap(({ id, pending }) => (pending ? [id] : [])));
  const sending = new TabClaims({
    prefix: toRunClaim(agent),
    locks: options.locks,
    onChange(ended) {
      // What its tab has not sent is offered by the others.
      const run = history.list().find(({ id }) => id === ended);
      if (run?.state === 'unsent') tabIds.add(run.id);
      if (run?.pending !== undefined) pendingIds.add(run.id);
      onKept();
    },
  });
  const running = new TabClaims({
    prefix: `formwork table ${agent} `,
    locks: options.locks,
    onChange: onTables,
  });
  const stopWatching = [
    watchList(toHistoryKey(agent), () => {
      void sending.look();
      onKept();
    }),
    watchList(toBatchKey(agent), () => {
      // A table that runs is stored twice a second, and nothing can be done with it here.
      void running.look().then(() => running.isBusyElsewhere || onTables());
    }),
  ];
  void sending.look();
  void running.look();

  function list(): readonly Run[] {
    const stored = history.list();
    const ids = new Set(stored.map(({ id }) => id));
    const newest = [...unkept.values()].filter(({ id }) => !ids.has(id)).toReversed();
    return [...newest, ...stored.map((run) => unkept.get(run.id) ?? run)];
  }

  function find(runId: string): Run | undefined {
    return list().find(({ id }) => id === runId);
  }

  function saveRun(run: Run): void {
    if (history.put(run)) unkept.delete(run.id);
    else unkept.set(run.id, run);
    onKept();
  }

  function keep(entry: ThreadEntry): Run {
    tabIds.add(entry.id);
    const stored = find(entry.id);
    const input = stored?.input ?? inputs.get(entry.id);
    const run = {
      ...toStoredRun(entry, read().description, { ...stored, input }),
      owner: owners.of(entry.id),
    };
    inputs.set(entry.id, run.input);
    saveRun(run);
    return run;
  }

  function onChange(entry: ThreadEntry): void {
    const { id, state, startedAt, begunAt = startedAt, skillName } = keep(entry);
    if (state === 'open' || state === 'unsent') return;
    notify({
      title: `${read().texts.states[state]}: ${skillName}`,
      body: describeEntryState(entry),
      startedAt: begunAt,
      onClick: () => show(id),
    });
  }

  const threads = createThreadStore({ source, onChange });
  const stopFollowing = [warnWhileUnsent(threads), claimUnsent(threads, sending)];
  return {
    threads: {
      ...threads,
      close() {
        for (const stop of [...stopFollowing, ...stopWatching]) stop();
        for (const claims of [sending, running]) claims.close();
        threads.close();
      },
      adopt: saveRun,
    },
    // What another tab is sending right now was not left by a page that is closed.
    listRuns: () =>
      list()
        .filter(
          ({ id, state }) => state !== 'unsent' || (tabIds.has(id) && !sending.isElsewhere(id)),
        )
        .map((run) =>
          pendingIds.has(run.id) && !sending.isElsewhere(run.id) ? run : withoutPending(run),
        ),
    clearRuns() {
      unkept.clear();
      history.clear();
    },
    discard({ id }) {
      // Another tab may have sent it in the meantime.
      const run = find(id);
      if (run?.state === 'unsent') {
        unkept.delete(id);
        history.remove(id);
      } else if (run?.pending !== undefined) saveRun(withoutPending(run));
      onKept();
    },
    resend(run) {
      threads.open(fromRun(find(run.id) ?? run));
      // One that was canceled is not sent by being opened.
      threads.retry(run.id);
    },
    take(entry, { id, input, owner = '' }) {
      inputs.set(id, input);
      owners.claim(id, owner);
      threads.open(entry);
    },
    keep,
    isOwn: (run) => owners.isOwn(run),
    listBatches: () =>
      batches.list().filter(({ id, owner }) => owner === caller() && running.isFree(id)),
    keepBatch(batch, isSecret) {
      const { id, rows } = batch;
      // Another person may have signed in since the rows began to run.
      const owner =
        tables.get(id) ?? batches.list().find((stored) => stored.id === id)?.owner ?? caller();
      tables.set(id, owner);
      for (const row of rows) owners.claim(row.id, owner);
      if (!isSecret) batches.put({ ...batch, owner });
    },
    dropBatch: (id) => batches.remove(id),
    holdBatch: (id) => running.hold(id),
    planRepeat(run, isUnsent) {
      const { description } = read();
      if (owners.isOwn(run)) return planRepeat(run, description, isUnsent);
      if (isUnsent) return { kind: 'edit' };
      // In the name of another person it is another run, also if it was given up.
      const { outcome: _, ...input } = run;
      return planRepeat(input, description, false);
    },
  };
}

/**
 * Lets the browser ask a person who leaves while the agent does not have all that was sent, because
 * that is lost with the page. Returns a function that ends this.
 */
function warnWhileUnsent(threads: ThreadStore): () => void {
  const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
  const stop = (): void => window.removeEventListener('beforeunload', warn);
  threads.subscribe(() => {
    if ([...threads.read().values()].some(isUnacknowledged)) {
      window.addEventListener('beforeunload', warn);
    } else {
      stop();
    }
  });
  return stop;
}

/** Claims what the agent does not have yet, until it has. Returns a function that ends this. */
function claimUnsent(threads: ThreadStore, claims: TabClaims): () => void {
  const held = new Map<string, () => void>();
  return threads.subscribe(() => {
    for (const entry of threads.read().values()) {
      const release = held.get(entry.id);
      if (isUnacknowledged(entry)) {
        if (release === undefined) held.set(entry.id, claims.hold(entry.id));
      } else if (release !== undefined) {
        held.delete(entry.id);
        release();
      }
    }
  });
}

function withoutPending(run: Run): Run {
  const { pending: _, ...rest } = run;
  return rest;
}

function describeEntryState({ state }: ThreadEntry): string {
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

/**
 * Wraps the source of an agent so that refused credentials are remembered when a task fails because
 * of them.
 */
function noteRefusals(
  source: AgentSource,
  agent: string,
  credentials: CredentialStore,
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
