import type { AgentDescription } from '@formwork/client';
import type { TaskDetail, TaskEntry, TaskStateView } from '@formwork/people/client';
import { toVisibleText } from '@formwork/react';
import { readJson } from '../history/draft.ts';
import type { Run, RunState } from '../history/run.ts';
import { findInput } from '../work/run-input.ts';
import { findSkill } from '../workspace/workspace.ts';

const RUN_STATES: Readonly<Record<TaskStateView, RunState>> = {
  submitted: 'open',
  working: 'open',
  'input-required': 'asking',
  'auth-required': 'asking',
  completed: 'done',
  failed: 'failed',
  canceled: 'canceled',
  rejected: 'rejected',
};

/** Returns the state of a run for its task. */
export function toRunState(task: Pick<TaskEntry, 'state' | 'isForOthers'>): RunState {
  return task.isForOthers === true ? 'others' : RUN_STATES[task.state];
}

/**
 * Makes a run of the history from a task that was begun on another device. It has no outcome, so
 * that the page asks the agent for the task when the run is shown.
 */
export function fromTask(task: TaskDetail, description: AgentDescription): Run {
  const { id, skill: skillId = '', createdAt, input, context = '' } = task;
  const skillName = findSkill(description, skillId)?.name ?? description.name;
  const run: Run = {
    id,
    skillId,
    skillName,
    input:
      input.kind === 'text'
        ? input
        : {
            kind: 'input',
            schema: input.schema,
            fingerprint: '',
            data: readJson(input.data) ?? null,
          },
    taskId: id,
    contextId: context,
    startedAt: Date.parse(createdAt),
    ...(isOver(task) && { endedAt: Date.parse(task.changedAt) }),
    state: toRunState(task),
    turns: [],
  };
  const schema = findInput(description, run);
  if (run.input.kind === 'text' || schema === undefined) return run;
  return { ...run, input: { ...run.input, fingerprint: schema.fingerprint } };
}

function isOver(task: TaskDetail): boolean {
  return !['open', 'asking', 'others'].includes(toRunState(task));
}

/** Returns the words for a task in a list. */
export function toTaskTitle(
  { title, summary, skill }: Pick<TaskDetail, 'title' | 'summary' | 'skill'>,
  description: AgentDescription,
): string {
  const words = title ?? summary;
  const shown = words.trim() === '' ? (findSkill(description, skill)?.name ?? '') : words;
  return toVisibleText(shown === '' ? description.name : shown);
}
