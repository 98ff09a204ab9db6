import { isEnd, type RunHistory, type StoredTask, type Violation } from './run-history.ts';

/**
 * Checks that all that callers were told is true of the stored tasks, and that there is no task
 * that no caller asked for.
 */
export function checkCallers(history: RunHistory): readonly Violation[] {
  const tasks = new Map(history.tasks.map((task) => [task.taskId, task]));
  return [
    ...findLostCreates(history, tasks),
    ...findRepeatedCreates(history),
    ...findLostStates(history, tasks),
    ...findLostAnswers(history, tasks),
  ];
}

function findLostCreates(
  { creates }: RunHistory,
  tasks: ReadonlyMap<string, StoredTask>,
): readonly Violation[] {
  return creates.flatMap(({ key, taskId }) =>
    tasks.get(taskId)?.key === key
      ? []
      : [{ rule: 'create-lost', taskId, detail: `the task of ${key} is not there` }],
  );
}

/**
 * Finds messages that made two tasks, both among the stored tasks and in what callers were told,
 * because either alone could hide one.
 */
function findRepeatedCreates({ creates, tasks }: RunHistory): readonly Violation[] {
  const asked = new Set(creates.map(({ key }) => key));
  const idsByKey = new Map<string, Set<string>>();
  for (const { key, taskId } of [...creates, ...tasks]) {
    idsByKey.set(key, (idsByKey.get(key) ?? new Set()).add(taskId));
  }
  return [...idsByKey].flatMap(([key, ids]): readonly Violation[] => {
    const taskId = [...ids].join(', ');
    if (ids.size > 1) return [{ rule: 'create-repeated', taskId, detail: `all are ${key}` }];
    return asked.has(key) ? [] : [{ rule: 'task-unasked', taskId, detail: `nobody sent ${key}` }];
  });
}

/**
 * Finds states that callers were told but that tasks never had, and told ends that are not the
 * task's end.
 */
function findLostStates(
  { states }: RunHistory,
  tasks: ReadonlyMap<string, StoredTask>,
): readonly Violation[] {
  return states.flatMap(({ taskId, state }) => {
    const all = tasks.get(taskId)?.log.flatMap((entry) => entry.state ?? []) ?? [];
    const holds = isEnd(state) ? all.at(-1) === state : all.includes(state);
    return holds
      ? []
      : [{ rule: 'state-lost', taskId, detail: `told ${state}, stored ${all.join(', ')}` }];
  });
}

function findLostAnswers(
  { answers }: RunHistory,
  tasks: ReadonlyMap<string, StoredTask>,
): readonly Violation[] {
  return answers.flatMap(({ taskId, text }) => {
    const count = tasks.get(taskId)?.log.filter((entry) => entry.text === text).length ?? 0;
    if (count === 1) return [];
    const rule = count === 0 ? 'answer-lost' : 'answer-repeated';
    return [{ rule, taskId, detail: `${text} is there ${count} times` }];
  });
}
