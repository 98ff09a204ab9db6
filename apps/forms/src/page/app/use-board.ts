import type { AgentDescription, AgentSource } from '@formwork/client';
import type { ThreadEntry } from '@formwork/react';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { createThreadBoard } from '../board/thread-board.ts';
import { openDrafts } from '../history/draft.ts';
import { fromEntry, type RunNames } from '../history/from-entry.ts';
import { openHistory } from '../history/open-history.ts';
import type { Run } from '../history/run.ts';
import { notify } from '../notify/notify.ts';
import { hasSecrets, withoutSecrets } from '../storage/without-secrets.ts';
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

/** Works with an agent: tasks, history, drafts, and what leads from one to the other. */
export function useBoard({ agent, routeAgent, source, description }: BoardOptions): Workspace {
  const { store, credentials } = useServices();
  const texts = useTexts();
  const history = useMemo(() => openHistory(store, agent), [store, agent]);
  const drafts = useMemo(() => openDrafts(store, agent), [store, agent]);
  const [runs, setRuns] = useState<readonly Run[]>(() => history.list());
  const [prefill, setPrefill] = useState<Prefill>();
  const latest = useRef({ texts, description });
  useEffect(() => {
    latest.current = { texts, description };
  });

  const keep = useMemo(
    () =>
      (entry: ThreadEntry): Run => {
        const known = history.list().find(({ id }) => id === entry.id);
        const run = toKept(entry, latest.current.description, known);
        history.put(run);
        setRuns(history.list());
        return run;
      },
    [history],
  );
  const board = useMemo(() => {
    function onChange(entry: ThreadEntry): void {
      const { id, state, startedAt, skillName } = keep(entry);
      if (state === 'open') return;
      notify({
        title: `${latest.current.texts.states[state]}: ${skillName}`,
        body: toWords(entry),
        startedAt,
        onClick: () => go({ ...routeAgent, run: id }),
      });
    }
    return createThreadBoard({ source, onChange });
  }, [source, keep, routeAgent]);
  useEffect(() => () => board.close(), [board]);
  const entries = useSyncExternalStore(board.subscribe, board.read);

  const send: Workspace['send'] = (skill, { name }, data) => {
    const run = board.begin({ kind: 'input', skillId: skill.id, schema: name, data }, '');
    go({ ...routeAgent, skill: skill.id, run });
  };
  const write: Workspace['write'] = (text, { skillId, contextId }) => {
    const skill = skillId === '' ? {} : { skillId };
    const run = board.begin({ kind: 'text', text, ...skill }, contextId);
    go({ ...routeAgent, ...(skillId !== '' && { skill: skillId }), run });
  };
  const edit: Workspace['edit'] = ({ input, skillId, startedAt: time }) => {
    if (input.kind !== 'input') return;
    const { schema, data, fingerprint } = input;
    setPrefill({ skill: skillId, schema, data, fingerprint, time, id: createId() });
    go({ ...routeAgent, skill: skillId, schema });
  };
  const runAgain: Workspace['runAgain'] = (run) => {
    if (run.input.kind === 'text') {
      write(run.input.text, { skillId: run.skillId, contextId: '' });
      return;
    }
    const skill = findSkill(description, run.skillId);
    const schema = findInput(description, run);
    const isSame = findSameInput(description, run) !== undefined;
    // What was not kept, and what may no longer fit, is for the person to look at.
    if (skill === undefined || schema === undefined || !isSame || hasSecrets(schema.schema)) {
      edit(run);
    } else {
      send(skill, schema, run.input.data);
    }
  };

  return {
    agent,
    routeAgent,
    description,
    board,
    entries,
    drafts,
    runs,
    prefill,
    send,
    write,
    edit,
    runAgain,
    async call({ skill, schema, data, signal }) {
      const sent = { kind: 'input', skillId: skill.id, schema: schema.name, data } as const;
      const entry = await board.call(sent, signal);
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
  };
  const run = fromEntry(entry, names);
  if (run.input.kind !== 'input') return run;
  const data = withoutSecrets(run.input.data, usable?.schema ?? {}) ?? null;
  return { ...run, input: { ...run.input, data } };
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
