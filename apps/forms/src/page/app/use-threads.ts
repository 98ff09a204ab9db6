import type { AgentDescription, AgentSource } from '@formwork/client';
import type { StoredEntry, ThreadEntry, ThreadMessage } from '@formwork/react';
import { codeLoader, createId } from '@formwork/react/internal';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { openMarkedDrafts } from '../history/draft-marks.ts';
import { toDraftId } from '../history/draft.ts';
import { type Run, toBatchKey, toHistoryKey, toRunClaim } from '../history/run.ts';
import type { KeptBatch } from '../history/stored-batches.ts';
import { go } from '../permalink/route.ts';
import { toEntryKey, toEntryText } from '../storage/entry-store.ts';
import type { KeyValueStore } from '../storage/key-value-store.ts';
import { useTexts } from '../texts/use-texts.ts';
import { toCaller } from '../work/caller.ts';
import type { Work } from '../work/start-work.ts';
import { useServices } from '../workspace/services.ts';
import { findSkill, type Prefill, type Workspace } from '../workspace/workspace.ts';

/** A message that was sent before the code that sends it was loaded, and the run that keeps it. */
interface WaitingRun {
  readonly entry: StoredEntry;
  readonly run: Run;
  /** Ends the claim by which other tabs know that this one sends the run. */
  readonly leave: () => void;
}

/** The part of a workspace that depends on the agent alone. */
type AgentWork = Omit<Workspace, 'inbox' | 'onAccess'>;

/**
 * The first events of a person on the page, after which the code for sending is loaded. Screen
 * readers cause only clicks.
 */
const BEGINNINGS = ['keydown', 'pointerdown', 'click'] as const;

/** Milliseconds after which the page has surely drawn its form, so that more code can be loaded. */
const SOON = 1000;

const NOTHING = (): void => undefined;
const NO_BATCHES: readonly KeptBatch[] = [];
const NO_RUNS: readonly Run[] = [];
const NO_WAITING: readonly WaitingRun[] = [];
const NO_ENTRIES: ReadonlyMap<string, ThreadEntry> = new Map();

/** Makes the workspace of an agent: its tasks, history and drafts, and the actions on them. */
export function useThreads({
  agent,
  routeAgent,
  source,
  description,
}: {
  readonly agent: string;
  readonly routeAgent: { readonly agent?: string };
  readonly source: AgentSource;
  readonly description: AgentDescription;
}): AgentWork {
  const { store, credentials, signIn } = useServices();
  const texts = useTexts();
  // The agent is described anew to each person who signs in or enters another key.
  const drafts = useMemo(
    () => openMarkedDrafts(store, agent, readCaller()),
    // eslint-disable-next-line
    [store, agent, description],
  );
  const [runs, setRuns] = useState<readonly Run[] | undefined>(() =>
    hasRuns(store, agent) ? undefined : NO_RUNS,
  );
  const [batches, setBatches] = useState(NO_BATCHES);
  const [prefill, setPrefill] = useState<Prefill>();
  const [isFull, setFull] = useState(false);
  const [work, setWork] = useState<Work>();
  const [waiting, setWaiting] = useState(NO_WAITING);
  /** The address that is drawn: a run that is sent again from there leads to another one at once. */
  const { hash } = window.location;
  const latest = useRef({ texts, description });
  useEffect(() => {
    latest.current = { texts, description };
  });

  // The form is drawn first; the code that follows tasks is loaded once it is needed.
  const load = useMemo(() => {
    let loading: Promise<Work> | undefined;
    async function start(): Promise<Work> {
      const { startWork } = await codeLoader.load(() => import('../work/start-work.ts'));
      const started: Work = startWork({
        source,
        credentials,
        store,
        agent,
        person: () => signIn()?.person ?? '',
        onKept: () => setRuns(started.listRuns()),
        onTables: () => setBatches(started.listBatches()),
        onFull: () => setFull(true),
        // Only pages at `https`, or of this machine, have locks.
        locks: navigator.locks,
        read: () => latest.current,
        show: (run) => go({ ...routeAgent, run }),
      });
      setRuns(started.listRuns());
      return started;
    }
    return () => {
      loading ??= start().catch((error: unknown) => {
        loading = undefined;
        throw error;
      });
      return loading;
    };
  }, [source, credentials, signIn, store, agent, routeAgent]);
  useEffect(() => {
    const effect = new AbortController();
    async function take(): Promise<void> {
      const loaded = await load();
      const { threads: opened } = loaded;
      if (effect.signal.aborted) return opened.close();
      effect.signal.addEventListener('abort', () => opened.close());
      setWork(loaded);
    }
    function start(): void {
      stop();
      void take();
      void codeLoader.load(loadThread);
    }
    function stop(): void {
      clearTimeout(timer);
      for (const kind of BEGINNINGS) window.removeEventListener(kind, start, true);
    }
    // Without earlier runs no task has to be followed, so the form is drawn first. The code is
    // loaded soon after anyway, because the network may be gone when something is sent.
    const timer = setTimeout(start, hasRuns(store, agent) ? 0 : SOON);
    if (!hasRuns(store, agent))
      for (const kind of BEGINNINGS) window.addEventListener(kind, start, true);
    return () => {
      effect.abort();
      stop();
    };
  }, [load, store, agent]);
  useEffect(() => {
    if (waiting.length === 0) return undefined;
    if (work !== undefined) {
      for (const { entry, run, leave } of waiting) {
        work.take(entry, run);
        leave();
      }
      setWaiting(NO_WAITING);
      return undefined;
    }
    // Secrets and files are lost with the page.
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [waiting, work]);
  // Another person has other tables.
  useEffect(() => setBatches(work?.listBatches() ?? NO_BATCHES), [work, description]);
  const threads = work?.threads;
  const entries = useSyncExternalStore(
    threads?.subscribe ?? subscribeNothing,
    () => threads?.read() ?? NO_ENTRIES,
  );

  function readCaller(): string {
    return toCaller({ headers: credentials.read(agent), person: signIn()?.person ?? '', store });
  }

  /**
   * Sends a message, and returns the id of its entry. What sends it may still be on its way, or be out
   * of reach with the network, so the run is kept first.
   */
  function begin(message: ThreadMessage, contextId: string, input: Run['input']): string {
    if (work !== undefined) return work.threads.begin(message, contextId);
    const entry = { id: createId(), taskId: '', sent: message, sentAt: Date.now(), contextId };
    const { id, sentAt: startedAt } = entry;
    const { skillId = '', files } = message;
    const run: Run = {
      id,
      skillId,
      skillName: findSkill(description, skillId)?.name ?? description.name,
      owner: readCaller(),
      input: { ...input, ...(files !== undefined && { files: files.map(({ name }) => name) }) },
      taskId: '',
      contextId,
      startedAt,
      state: 'unsent',
      turns: [],
    };
    keepUnloaded(store, toEntryKey(toHistoryKey(agent), id), run);
    const leave = claim(toRunClaim(agent) + id);
    setWaiting((before) => [...before, { entry, run, leave }]);
    return id;
  }

  /** Gives up a run before the agent has it, and shows its form as it was filled in. */
  function cancel(run: Run): void {
    const match = waiting.find(({ entry }) => entry.id === run.id);
    if (match === undefined) return work?.threads.cancel(run.id);
    match.leave();
    setWaiting((before) => before.filter((item) => item !== match));
    store.removeItem(toEntryKey(toHistoryKey(agent), run.id));
    edit(run);
  }

  function send(...[skill, schema, content]: Parameters<Workspace['send']>): void {
    const { name, fingerprint } = schema;
    const { historyData = null, ...submission } = content;
    const message = { kind: 'input', skillId: skill.id, schema: name, ...submission } as const;
    const run = begin(message, '', { kind: 'input', schema: name, fingerprint, data: historyData });
    go({ ...routeAgent, skill: skill.id, run });
    // The next form of the skill begins empty.
    setPrefill(undefined);
  }

  function write(...[text, target]: Parameters<Workspace['write']>): void {
    const skill = target.skillId === '' ? {} : { skillId: target.skillId };
    const files = target.files === undefined ? {} : { files: target.files };
    const message = { kind: 'text', text, ...skill, ...files } as const;
    const run = begin(message, target.contextId, { kind: 'text', text });
    setPrefill(undefined);
    go({ ...routeAgent, ...(target.skillId !== '' && { skill: target.skillId }), run });
  }

  function edit({ id: run, input, skillId, startedAt: time }: Run): void {
    if (input.kind === 'text') {
      const { text } = input;
      const filled = { skill: skillId, schema: '', data: null, text, run, fingerprint: '', time };
      setPrefill({ ...filled, id: createId() });
      go({ ...routeAgent, ...(skillId !== '' && { skill: skillId }) });
      return;
    }
    const { schema, data, fingerprint } = input;
    setPrefill({ skill: skillId, schema, data, run, fingerprint, time, id: createId() });
    go({ ...routeAgent, skill: skillId, schema });
  }

  /** Sends a run again, or lets the person check its form first. */
  async function repeat(run: Run, isUnsent: boolean): Promise<void> {
    const { planRepeat, resend } = await load();
    if (!isUnsent && hash !== window.location.hash) return;
    const plan = planRepeat(run, isUnsent);
    switch (plan.kind) {
      case 'resend':
        resend(run);
        return go({ ...routeAgent, run: run.id });
      case 'write':
        return write(plan.text, { skillId: run.skillId, contextId: '' });
      case 'send':
        return send(plan.skill, plan.schema, { data: plan.data, historyData: plan.data });
      case 'edit':
        return edit(run);
      default:
        return plan satisfies never;
    }
  }

  return {
    agent,
    routeAgent,
    description,
    threads,
    entries,
    waiting: useMemo(() => new Set(waiting.map(({ run }) => run.id)), [waiting]),
    drafts,
    runs: useMemo(() => withWaiting(runs ?? NO_RUNS, waiting), [runs, waiting]),
    isReady: runs !== undefined,
    prefill,
    isFull,
    send,
    write,
    fill({ skill: { id: skill }, schema: { name: schema, fingerprint }, data }) {
      // What the person has begun comes first; the form offers the example as well.
      const isBegun = drafts.list().some(({ id }) => id === toDraftId(skill, schema));
      if (!isBegun) setPrefill({ skill, schema, data, fingerprint, time: 0, id: createId() });
      go({ ...routeAgent, skill, schema });
    },
    edit,
    cancel,
    runAgain: (run) => void repeat(run, false),
    sendUnsent: (run) => void repeat(run, true),
    isOwn: (run) => work?.isOwn(run) ?? false,
    batches,
    keepBatch: (batch, isSecret) => work?.keepBatch(batch, isSecret),
    dropBatch(id) {
      work?.dropBatch(id);
      setBatches(work?.listBatches() ?? NO_BATCHES);
    },
    holdBatch: (id) => work?.holdBatch(id) ?? NOTHING,
    leaveBatch: () => setBatches(work?.listBatches() ?? NO_BATCHES),
    discard: (run) => work?.discard(run),
    async call({ skill, schema, data, ...options }) {
      const { threads: loadedThreads, keep } = await load();
      const message = { kind: 'input', skillId: skill.id, schema: schema.name, data } as const;
      const entry = await loadedThreads.call(message, options);
      // The run is kept, so that a question can be answered later from the history.
      if (entry.state.kind === 'asking' || entry.state.kind === 'authorizing') keep(entry);
      return entry;
    },
    clearRuns() {
      work?.clearRuns();
      setRuns([]);
    },
    credentialNames: () => Object.keys(credentials.read(agent)),
  };
}

/** Loads the view of tasks with all its parts, while the person still fills in the form. */
async function loadThread(): Promise<void> {
  const { loadRunParts } = await import('../thread/thread.tsx');
  await loadRunParts();
}

function withWaiting(runs: readonly Run[], waiting: readonly WaitingRun[]): readonly Run[] {
  const first = waiting
    .map(({ run }) => run)
    .filter(({ id }) => !runs.some((run) => run.id === id))
    .toReversed();
  return [...first, ...runs];
}

/** Keeps a run before the code of the history is loaded. */
function keepUnloaded(store: KeyValueStore, key: string, run: Run): void {
  try {
    store.setItem(key, toEntryText(JSON.stringify(run)));
  } catch {
    // The code of the history makes room for it, or says that there is none.
  }
}

/** Claims a name until the function that is returned is called, or the tab is closed. */
function claim(name: string): () => void {
  const hold = new AbortController();
  const ended = new Promise<void>((resolve) => {
    hold.signal.addEventListener('abort', () => resolve());
  });
  // Only pages at `https`, or of this machine, have locks.
  const locks = navigator.locks as LockManager | undefined;
  locks?.request(name, { mode: 'shared' }, () => ended).catch(NOTHING);
  return () => hold.abort();
}

function hasRuns(store: KeyValueStore, agent: string): boolean {
  const starts = [toHistoryKey(agent), toBatchKey(agent)].map((key) => toEntryKey(key, ''));
  return store.keys().some((name) => starts.some((start) => name.startsWith(start)));
}

function subscribeNothing(): () => void {
  return () => undefined;
}
