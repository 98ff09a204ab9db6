import type { AgentDescription } from '@formwork/client';
import type { TaskDetail, TaskEntry } from '@formwork/people/client';
import type { EndedEvent, ResultEvent } from '@formwork/react';
import { useEffect, useState } from 'react';
import { readJson } from '../history/draft.ts';
import type { Run } from '../history/run.ts';
import { fromTask, toTaskTitle } from '../people/from-task.ts';
import { useVisitor } from '../people/use-people.ts';
import { toRunTitle } from '../runs/run-list.tsx';
import { useTexts } from '../texts/use-texts.ts';
import { useWorkspace } from '../workspace/workspace.ts';

/** A run of the same skill that another run can be compared with. */
export interface Candidate {
  /** The id of the run in this browser, else that of its task. */
  readonly id: string;
  readonly title: string;
  readonly startedAt: number;
}

/** Two runs to compare. */
export interface Comparison {
  readonly run: Run;
  /** The runs that the first one can be compared with, newest first. */
  readonly candidates: readonly Candidate[];
  /** The id of the chosen one; `undefined` if there is none. */
  readonly chosen: string | undefined;
  /** The chosen one; `undefined` until it has been loaded. */
  readonly otherRun: Run | undefined;
  readonly isLoading: boolean;
  readonly choose: (id: string) => void;
}

/** The most tasks of the agent that are offered; the newest ones come first. */
const MOST_TASKS = 100;

/**
 * Compares a run with another one of this browser, or of any device of a person that the agent
 * knows.
 */
export function useComparison(run: Run): Comparison {
  const { language } = useTexts();
  const { description, runs } = useWorkspace();
  const visitor = useVisitor();
  const people = visitor === 'guest' ? undefined : visitor?.people;
  const { skillId } = run;
  const [tasks, setTasks] = useState<readonly TaskEntry[]>();
  // A task that cannot be loaded is `undefined`.
  const [loaded, setLoaded] = useState<ReadonlyMap<string, Run | undefined>>(new Map());
  const [chosen, setChosen] = useState<string>();

  useEffect(() => {
    // What one person sees is not for the next who signs in.
    setTasks(undefined);
    setLoaded(new Map());
    if (people === undefined || skillId === '') return undefined;
    const control = new AbortController();
    people.listTasks({ skill: skillId, pageSize: MOST_TASKS }, control.signal).then(
      (list) => setTasks(list.tasks),
      // The runs of this browser can be compared without the agent.
      () => control.signal.aborted || setTasks([]),
    );
    return () => control.abort();
  }, [people, skillId]);

  const localRuns = runs.filter((each) => each.id !== run.id && each.skillId === skillId);
  const localTaskIds = new Set([run.taskId, ...localRuns.map(({ taskId }) => taskId)]);
  const candidates = [
    ...localRuns.map((each) => ({
      id: each.id,
      title: toRunTitle(each, language),
      startedAt: each.startedAt,
    })),
    ...(tasks ?? [])
      .filter(
        ({ id }) => !localTaskIds.has(id) && (!loaded.has(id) || loaded.get(id) !== undefined),
      )
      .map((task) => ({
        id: task.id,
        title: toTaskTitle(task, description),
        startedAt: Date.parse(task.createdAt),
      })),
  ].toSorted((a, b) => b.startedAt - a.startedAt);
  const id = candidates.find((each) => each.id === chosen)?.id ?? candidates[0]?.id;
  const stored = localRuns.find((each) => each.id === id);

  // The history of this browser may lack a task or what came of it, which the agent still has.
  const lacking = [
    ...(run.outcome === undefined ? [run.taskId] : []),
    ...(id === undefined || stored?.outcome !== undefined ? [] : [stored?.taskId ?? id]),
  ].find((taskId) => taskId !== '' && !loaded.has(taskId));
  useEffect(() => {
    if (people === undefined || lacking === undefined) return undefined;
    const control = new AbortController();
    const keep = (wholeRun?: Run): void =>
      setLoaded((before) => new Map(before).set(lacking, wholeRun));
    people.getTask(lacking, control.signal).then(
      (task) => keep(toWholeRun(task, description)),
      () => control.signal.aborted || keep(),
    );
    return () => control.abort();
  }, [people, lacking, description]);

  const complete = (partial: Run): Run =>
    partial.outcome === undefined
      ? { ...partial, ...loaded.get(partial.taskId), id: partial.id }
      : partial;
  return {
    run: complete(run),
    candidates,
    chosen: id,
    otherRun: stored === undefined ? loaded.get(id ?? '') : complete(stored),
    isLoading:
      skillId !== '' && (visitor === undefined || (people !== undefined && tasks === undefined)),
    choose: setChosen,
  };
}

/** Makes a run of a task, with what came of it. */
function toWholeRun(task: TaskDetail, description: AgentDescription): Run {
  const run = fromTask(task, description);
  const outcome = toOutcome(task);
  return outcome === undefined ? run : { ...run, outcome };
}

function toOutcome(task: TaskDetail): ResultEvent | EndedEvent | undefined {
  const { id: taskId, context: contextId = '', state, message = '', result } = task;
  const common = { taskId, contextId, problems: [] };
  switch (state) {
    case 'completed': {
      const data = result.flatMap((part) => (part.kind === 'data' ? [part] : []));
      const texts = result.flatMap((part) => (part.kind === 'text' ? [part.text] : []));
      const json = readJson(data.length > 1 ? data.map((part) => part.data) : data[0]?.data);
      return {
        ...common,
        kind: 'result',
        schema: data[0]?.schema ?? '',
        ...(json !== undefined && { data: json }),
        text: texts.length === 0 ? message : texts.join('\n'),
        files: [],
      };
    }
    case 'failed':
    case 'canceled':
    case 'rejected':
      return { ...common, kind: 'ended', state, text: message };
    case 'submitted':
    case 'working':
    case 'input-required':
    case 'auth-required':
      return undefined;
    default:
      return state satisfies never;
  }
}
