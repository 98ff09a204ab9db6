import type { AgentDescription, AgentSource } from '@formwork/client';
import type { ThreadEntry } from '@formwork/react';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { Work } from '../board/start-work.ts';
import { openDrafts } from '../history/draft.ts';
import { openHistory } from '../history/open-history.ts';
import type { Run } from '../history/run.ts';
import { useTexts } from '../texts/use-texts.ts';
import { createId } from './create-id.ts';
import { useServices } from './services.ts';
import { go } from './use-route.ts';
import { findInput, findSameInput, findSkill, type Prefill, type Workspace } from './workspace.ts';

/** Options of {@link useBoard}. */
interface BoardOptions {
  readonly agent: string;
  readonly routeAgent: { readonly agent?: string };
  readonly source: AgentSource;
  readonly description: AgentDescription;
}

const NO_ENTRIES: ReadonlyMap<string, ThreadEntry> = new Map();

/** Works with an agent: tasks, history, drafts, and what leads from one to the other. */
export function useBoard({ agent, routeAgent, source, description }: BoardOptions): Workspace {
  const { store, credentials } = useServices();
  const texts = useTexts();
  const history = useMemo(() => openHistory(store, agent), [store, agent]);
  const drafts = useMemo(() => openDrafts(store, agent), [store, agent]);
  const [runs, setRuns] = useState<readonly Run[]>(() => history.list());
  const [prefill, setPrefill] = useState<Prefill>();
  const [work, setWork] = useState<Work>();
  const latest = useRef({ texts, description });
  useEffect(() => {
    latest.current = { texts, description };
  });

  // Forms are drawn before: nothing is followed until something is sent or looked at.
  const load = useMemo(() => {
    let loading: Promise<Work> | undefined;
    async function start(): Promise<Work> {
      const { startWork } = await import('../board/start-work.ts');
      return startWork({
        source,
        history,
        onKept: () => setRuns(history.list()),
        read: () => latest.current,
        show: (run) => go({ ...routeAgent, run }),
      });
    }
    return () => (loading ??= start());
  }, [source, history, routeAgent]);
  useEffect(() => {
    let own: Work | undefined;
    let isCurrent = true;
    load()
      .then((loaded) => {
        own = loaded;
        if (isCurrent) setWork(loaded);
        else loaded.board.close();
      })
      // It is asked for again when something is sent.
      .catch(() => undefined);
    return () => {
      isCurrent = false;
      own?.board.close();
    };
  }, [load]);
  const board = work?.board;
  const entries = useSyncExternalStore(
    board?.subscribe ?? subscribeNothing,
    () => board?.read() ?? NO_ENTRIES,
  );

  async function send(...[skill, { name }, data]: Parameters<Workspace['send']>): Promise<void> {
    const sent = { kind: 'input', skillId: skill.id, schema: name, data } as const;
    const run = (await load()).board.begin(sent, '');
    go({ ...routeAgent, skill: skill.id, run });
  }

  async function write(...[text, place]: Parameters<Workspace['write']>): Promise<void> {
    const skill = place.skillId === '' ? {} : { skillId: place.skillId };
    const run = (await load()).board.begin({ kind: 'text', text, ...skill }, place.contextId);
    go({ ...routeAgent, ...(place.skillId !== '' && { skill: place.skillId }), run });
  }

  function edit({ input, skillId, startedAt: time }: Run): void {
    if (input.kind !== 'input') return;
    const { schema, data, fingerprint } = input;
    setPrefill({ skill: skillId, schema, data, fingerprint, time, id: createId() });
    go({ ...routeAgent, skill: skillId, schema });
  }

  async function runAgain(run: Run): Promise<void> {
    if (run.input.kind === 'text') {
      await write(run.input.text, { skillId: run.skillId, contextId: '' });
      return;
    }
    const { hasSecrets } = await load();
    const skill = findSkill(description, run.skillId);
    const schema = findInput(description, run);
    const isSame = findSameInput(description, run) !== undefined;
    // What was not kept, and what may no longer fit, is for the person to look at.
    if (skill === undefined || schema === undefined || !isSame || hasSecrets(schema.schema)) {
      edit(run);
    } else {
      await send(skill, schema, run.input.data);
    }
  }

  return {
    agent,
    routeAgent,
    description,
    board,
    entries,
    drafts,
    runs,
    prefill,
    send: (skill, schema, data) => void send(skill, schema, data),
    write: (text, place) => void write(text, place),
    edit,
    runAgain: (run) => void runAgain(run),
    async call({ skill, schema, data, signal }) {
      const { board: own, keep } = await load();
      const sent = { kind: 'input', skillId: skill.id, schema: schema.name, data } as const;
      const entry = await own.call(sent, signal);
      // A question can be answered later, from the history.
      if (entry.state.kind === 'asking' || entry.state.kind === 'authorizing') keep(entry);
      return entry;
    },
    clearRuns() {
      history.clear();
      setRuns([]);
    },
    credentialNames: () => Object.keys(credentials.read(agent)),
  };
}

function subscribeNothing(): () => void {
  return () => undefined;
}
