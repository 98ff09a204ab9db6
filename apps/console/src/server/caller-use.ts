import type { Scope, TaskEngine, TaskStateName } from '@formwork/runtime';
import { toMessageScope, toPrincipalScope, toSessionScope } from '@formwork/runtime/internal';
import type { OperatorView } from '@formwork/server';
import type { ConsoleCallers } from '../api/console-api.ts';
import { describeProcess } from './overview.ts';

/** The number of callers that are shown: those who came last. */
const MAX_CALLERS = 50;

/** Reads the callers of this process, and how much of their limits they use. */
export async function readCallers(
  operator: OperatorView,
  engine: Pick<TaskEngine, 'list' | 'countBytes'>,
): Promise<ConsoleCallers> {
  const { limits } = operator;
  const listedCallers = operator.listCallers().slice(0, MAX_CALLERS);
  const callers = await Promise.all(
    listedCallers.map(async (caller) => {
      const scope = toPrincipalScope(caller.id === undefined ? undefined : { id: caller.id });
      const [running, waitingQuestions, storedBytes] = await Promise.all([
        count(engine, scope, ['submitted', 'working']),
        count(engine, scope, ['input-required', 'auth-required']),
        countBytes(engine, scope),
      ]);
      return {
        ...caller,
        unfinishedTasks: running + waitingQuestions,
        waitingQuestions,
        storedBytes,
      };
    }),
  );
  return {
    process: describeProcess(operator),
    callers,
    // JSON has no Infinity, by which a limit is removed.
    ...(limits !== false && {
      limits: Object.fromEntries(
        Object.entries(limits).filter(([, limit]) => Number.isFinite(limit)),
      ),
    }),
  };
}

async function count(
  engine: Pick<TaskEngine, 'list'>,
  scope: Scope,
  states: readonly TaskStateName[],
): Promise<number> {
  const pages = await Promise.all(
    states.map((state) => engine.list(scope, { state, pageSize: 1 })),
  );
  return pages.reduce((sum, { totalSize }) => sum + totalSize, 0);
}

async function countBytes(engine: Pick<TaskEngine, 'countBytes'>, scope: Scope): Promise<number> {
  const all = [scope, toMessageScope(scope), toSessionScope(scope)];
  const counts = await Promise.all(all.map((scopeId) => engine.countBytes(scopeId)));
  return counts.reduce((sum, bytes) => sum + bytes, 0);
}
