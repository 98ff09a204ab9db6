import type { AgentDescription, AgentSource } from '@formwork/client';
import type { ThreadEntry, ThreadMessage } from '@formwork/react';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { Work } from '../board/start-work.ts';
import { openDrafts } from '../history/draft.ts';
import { toHistoryKey } from '../history/history-key.ts';
import type { Run } from '../history/run.ts';
import type { KeyValueStore } from '../storage/key-value-store.ts';
import { useTexts } from '../texts/use-texts.ts';
import { createId } from '@formwork/react/internal';
import { useServices } from '../workspace/services.ts';
import { go } from '../workspace/use-route.ts';
import {
  findInput,
  findSameInput,
  findSkill,
  type Prefill,
  type Workspace,
} from '../workspace/workspace.ts';

/** Options of {@link useBoard}: the agent that the person works with on this page. */
interface BoardOptions {
  readonly agent: string;
  readonly routeAgent: { readonly agent?: string };
  readonly source: AgentSource;
  readonly description: AgentDescription;
}

/** The part of a workspace that depends on the agent alone. */
type Board = Omit<Workspace, 'inbox' | 'onAccess'>;

/**
 * The first events of a person on the page, after which the code for sending is loaded. Screen
 * readers cause only clicks.
 */
const BEGINNINGS = ['keydown', 'pointerdown', 'click'] as const;

/** Milliseconds after which the page has surely drawn its form, so that more code can be loaded. */
const SOON = 1000;

const NO_RUNS: readonly Run[] = [];
const NO_ENTRIES: ReadonlyMap<string, ThreadEntry> = new Map();

/** Makes the workspace of an agent: its tasks, history and drafts, and the actions on them. */
export function useBoard({ agent, routeAgent, source, description }: BoardOptions): Board {
  const { store, credentials } = useServices();
  const texts = useTexts();
  const drafts = useMemo(() => openDrafts(store, agent), [store, agent]);
  const [runs, setRuns] = useState<readonly Run[] | undefined>(() =>
    hasRuns(store, agent) ? undefined : NO_RUNS,
  );
  const [prefill, setPrefill] = useState<Prefill>();
  const [work, setWork] = useState<Work>();
  const [isIncomplete, setIncomplete] = useState(false);
  const latest = useRef({ texts, description });
  useEffect(() => {
    latest.current = { texts, description };
  });

  // The form is drawn first; the code that follows tasks is loaded once it is needed.
  const load = useMemo(() => {
    let loading: Promise<Work> | undefined;
    async function start(): Promise<Work> {
      const { startWork } = await import('../board/start-work.ts');
      const started: Work = startWork({
        source,
        credentials,
        store,
        agent,
        onKept: () => setRuns(started.listRuns()),
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
  }, [source, credentials, store, agent, routeAgent]);
  useEffect(() => {
    let own: Work | undefined;
    let isCurrent = true;
    async function take(): Promise<void> {
      const loaded = await load();
      own = loaded;
      if (isCurrent) setWork(loaded);
      else loaded.board.close();
    }
    function start(): void {
      stop();
      // A failure is shown to the person only when they send something.
      take().catch(() => undefined);
      // Loads the view of tasks, because the network may be gone when something is sent.
      import('../thread/thread.tsx').catch(() => undefined);
    }
    function stop(): void {
      clearTimeout(timer);
      for (const kind of BEGINNINGS) window.removeEventListener(kind, start, true);
    }
    // Without earlier runs no task has to be followed, so the form is drawn first. The code is
    // loaded soon after anyway, because a browser does not request it again if the network fails
    // once.
    const timer = setTimeout(start, hasRuns(store, agent) ? 0 : SOON);
    if (!hasRuns(store, agent))
      for (const kind of BEGINNINGS) window.addEventListener(kind, start, true);
    return () => {
      isCurrent = false;
      stop();
      own?.board.close();
    };
  }, [load, store, agent]);
  const board = work?.board;
  const entries = useSyncExternalStore(
    board?.subscribe ?? subscribeNothing,
    () => board?.read() ?? NO_ENTRIES,
  );

  /**
   * Sends a message and returns the id of its entry; `undefined` if the code for sending could not
   * be loaded.
   */
  async function begin(sent: ThreadMessage, contextId: string): Promise<string | undefined> {
    try {
      return (await load()).board.begin(sent, contextId);
    } catch {
      setIncomplete(true);
      return undefined;
    }
  }

  async function send(
    ...[skill, { name }, content]: Parameters<Workspace['send']>
  ): Promise<boolean> {
    const sent = { kind: 'input', skillId: skill.id, schema: name, ...content } as const;
    const run = await begin(sent, '');
    if (run === undefined) return false;
    go({ ...routeAgent, skill: skill.id, run });
    // The next form of the skill begins empty.
    setPrefill(undefined);
    return true;
  }

  async function write(...[text, place]: Parameters<Workspace['write']>): Promise<boolean> {
    const skill = place.skillId === '' ? {} : { skillId: place.skillId };
    const files = place.files === undefined ? {} : { files: place.files };
    const sent = { kind: 'text', text, ...skill, ...files } as const;
    const run = await begin(sent, place.contextId);
    if (run === undefined) return false;
    go({ ...routeAgent, ...(place.skillId !== '' && { skill: place.skillId }), run });
    return true;
  }

  function edit({ id: run, input, skillId, startedAt: time }: Run): void {
    if (input.kind !== 'input') return;
    const { schema, data, fingerprint } = input;
    setPrefill({ skill: skillId, schema, data, run, fingerprint, time, id: createId() });
    go({ ...routeAgent, skill: skillId, schema });
  }

  async function runAgain(run: Run): Promise<void> {
    // Files are not kept, so the person has to pick them again.
    const hadFiles = run.input.files !== undefined;
    if (run.input.kind === 'text' && hadFiles) {
      go({ ...routeAgent, ...(run.skillId !== '' && { skill: run.skillId }) });
      return;
    }
    if (run.input.kind === 'text') {
      await write(run.input.text, { skillId: run.skillId, contextId: '' });
      return;
    }
    const { hasSecrets } = await load();
    const skill = findSkill(description, run.skillId);
    const schema = findInput(description, run);
    const isSame = findSameInput(description, run) !== undefined;
    // If the run had secrets, which are not kept, or its data may no longer fit, the person checks
    // the form first.
    const isWhole = isSame && !hadFiles;
    if (skill === undefined || schema === undefined || !isWhole || hasSecrets(schema.schema)) {
      edit(run);
    } else {
      await send(skill, schema, { data: run.input.data });
    }
  }

  return {
    agent,
    routeAgent,
    description,
    board,
    entries,
    drafts,
    runs: runs ?? NO_RUNS,
    isReady: runs !== undefined,
    prefill,
    isIncomplete,
    send,
    write,
    fill({ skill: { id: skill }, schema: { name: schema, fingerprint }, data }) {
      setPrefill({ skill, schema, data, fingerprint, time: 0, id: createId() });
      go({ ...routeAgent, skill, schema });
    },
    edit,
    runAgain: (run) => void runAgain(run),
    async call({ skill, schema, data, signal }) {
      const { board: own, keep } = await load();
      const sent = { kind: 'input', skillId: skill.id, schema: schema.name, data } as const;
      const entry = await own.call(sent, signal);
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

function hasRuns(store: KeyValueStore, agent: string): boolean {
  return store.getItem(toHistoryKey(agent)) !== null;
}

function subscribeNothing(): () => void {
  return () => undefined;
}
