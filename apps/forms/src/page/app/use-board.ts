import type { AgentDescription, AgentSource } from '@formwork/client';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { openDrafts } from '../history/draft.ts';
import { openHistory } from '../history/open-history.ts';
import type { Run } from '../history/run.ts';
import { notify } from '../notify/notify.ts';
import { hasSecrets, withoutSecrets } from '../storage/without-secrets.ts';
import { createTurnBoard } from '../turns/turn-board.ts';
import { followQuietly } from '../turns/follow-quietly.ts';
import { createTurn, type Turn } from '../turns/turn.ts';
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

/** Works with an agent: turns, history, drafts, and what leads from one to the other. */
export function useBoard({ agent, routeAgent, source, description }: BoardOptions): Workspace {
  const { store, credentials } = useServices();
  const texts = useTexts();
  const history = useMemo(() => openHistory(store, agent), [store, agent]);
  const drafts = useMemo(() => openDrafts(store, agent), [store, agent]);
  const [runs, setRuns] = useState<readonly Run[]>(() => history.list());
  const [prefill, setPrefill] = useState<Prefill>();
  const latest = useRef({ texts });
  useEffect(() => {
    latest.current = { texts };
  });

  const board = useMemo(() => {
    function keep(turn: Turn): void {
      history.put(toKept(turn));
      setRuns(history.list());
      const { state, id, startedAt, skillName } = turn.run;
      if (state === 'open') return;
      notify({
        title: `${latest.current.texts.states[state]}: ${skillName}`,
        body: toWords(turn),
        startedAt,
        onClick: () => go({ ...routeAgent, run: id }),
      });
    }
    return createTurnBoard({ source, onChange: keep });
  }, [source, history, routeAgent]);
  useEffect(() => () => board.close(), [board]);
  const turns = useSyncExternalStore(board.subscribe, board.read);

  const send = useCallback<Workspace['send']>(
    (skill, schema, data) => {
      const id = createId();
      const { name, fingerprint } = schema;
      const input = { kind: 'input', schema: name, fingerprint, data } as const;
      const run = toRun({ id, skillId: skill.id, skillName: skill.name, input, contextId: '' });
      const message = { messageId: id, kind: 'input', skillId: skill.id, schema: name, data } as const;
      board.begin({ run, message, inputSchema: schema.schema });
      go({ ...routeAgent, skill: skill.id, run: id });
    },
    [board, routeAgent],
  );

  const call = useCallback<Workspace['call']>(
    async ({ skill, schema, data, signal }) => {
      const id = createId();
      const { name, fingerprint } = schema;
      const input = { kind: 'input', schema: name, fingerprint, data } as const;
      const run = toRun({ id, skillId: skill.id, skillName: skill.name, input, contextId: '' });
      const message = { messageId: id, kind: 'input', skillId: skill.id, schema: name, data } as const;
      const turn = await followQuietly(source, { message, turn: createTurn(run, schema.schema), signal });
      // A question can be answered later, from the history.
      if (turn.run.state === 'asking') {
        history.put(toKept(turn));
        setRuns(history.list());
      }
      return turn;
    },
    [source, history],
  );

  const write = useCallback<Workspace['write']>(
    (text, { skillId, contextId }) => {
      const id = createId();
      const skillName = findSkill(description, skillId)?.name ?? description.name;
      const run = toRun({ id, skillId, skillName, input: { kind: 'text', text }, contextId });
      const optional = { ...(skillId !== '' && { skillId }), ...(contextId !== '' && { contextId }) };
      board.begin({ run, message: { messageId: id, kind: 'text', text, ...optional }, inputSchema: undefined });
      go({ ...routeAgent, ...(skillId !== '' && { skill: skillId }), run: id });
    },
    [board, description, routeAgent],
  );

  const edit = useCallback(
    (run: Run) => {
      const { input, skillId, startedAt: time } = run;
      if (input.kind !== 'input') return;
      const { schema, data, fingerprint } = input;
      setPrefill({ skill: skillId, schema, data, fingerprint, time, id: createId() });
      go({ ...routeAgent, skill: skillId, schema });
    },
    [routeAgent],
  );

  const runAgain = useCallback(
    (run: Run) => {
      const skill = findSkill(description, run.skillId);
      if (run.input.kind === 'text') {
        write(run.input.text, { skillId: run.skillId, contextId: '' });
        return;
      }
      const schema = findInput(description, run);
      const isSame = findSameInput(description, run) !== undefined;
      // What was not kept, and what may no longer fit, is for the person to look at.
      if (skill === undefined || schema === undefined || !isSame || hasSecrets(schema.schema)) {
        edit(run);
      } else {
        send(skill, schema, run.input.data);
      }
    },
    [description, edit, send, write],
  );

  return {
    agent,
    routeAgent,
    description,
    board,
    turns,
    drafts,
    runs,
    prefill,
    send,
    call,
    write,
    edit,
    runAgain,
    clearRuns() {
      history.clear();
      setRuns([]);
    },
    credentialNames: () => Object.keys(credentials.read(agent)),
  };
}

type NewRun = Pick<Run, 'id' | 'skillId' | 'skillName' | 'input' | 'contextId'>;

function toRun(run: NewRun): Run {
  return { ...run, taskId: '', startedAt: Date.now(), state: 'open' };
}

/** A run as the history may have it. */
function toKept({ run, inputSchema }: Turn): Run {
  const { input } = run;
  if (input.kind !== 'input' || inputSchema === undefined) return run;
  return { ...run, input: { ...input, data: withoutSecrets(input.data, inputSchema) ?? null } };
}

function toWords({ entries }: Turn): string {
  const last = entries.at(-1);
  if (last?.kind === 'question') return last.question.prompt;
  return last !== undefined && 'text' in last ? last.text : '';
}
