import { RefusedError } from '@formwork/forms/internal';
import type { TaskEngine, TaskSummary } from '@formwork/runtime';
import {
  answerFor,
  cancelTask,
  findQuestion,
  findTaskSummary,
  readContents,
  removeTask,
  retryTask,
} from '@formwork/runtime/internal';
import { toModelText } from '@formwork/schema';
import type { OperatorEvent, OperatorView } from '@formwork/server';
import type { ConsoleChange, ConsoleData } from '../api/console-api.ts';
import type { Operator } from './console-access.ts';

/** The parts of a server that actions on tasks need. */
export interface ActionParts {
  readonly engine: TaskEngine;
  readonly operator: OperatorView;
}

/** An order of an operator for one task, as the body of its request says. */
export interface ActionOrder {
  readonly who: Operator;
  readonly body: Readonly<Record<string, unknown>>;
}

type Action = Extract<OperatorEvent, { readonly kind: 'operator-changed' }>['action'];

/** The longest reason that is kept, in characters. */
const MAX_REASON = 1_000;

/** Finds a task of any caller. @throws RefusedError if there is none */
export async function findTask(engine: TaskEngine, taskId: string): Promise<TaskSummary> {
  const task = await findTaskSummary(engine, taskId);
  if (task !== undefined) return task;
  throw new RefusedError('NOT_FOUND', 'Cannot find the task: it is not there, or no longer.');
}

/** Reads what was said in a task. The look is an audit event, whatever is found. */
export async function showData(
  taskId: string,
  { who, engine, operator }: ActionParts & { readonly who: Operator },
): Promise<ConsoleData> {
  const task = await findTask(engine, taskId);
  operator.tell({
    kind: 'operator-looked',
    principal: who.caller?.id,
    address: who.address,
    taskId,
  });
  const snapshot = await engine.get(task.scope, taskId);
  const agent = snapshot && operator.agentOf(snapshot);
  const contents = agent && (await readContents(engine, { task, agent }));
  const question = await findQuestion(engine, task);
  // The contents say the same without the secrets of the task.
  const content =
    typeof contents === 'object'
      ? contents.questions.find(({ number }) => number === question?.number)
      : undefined;
  return {
    ...(typeof contents === 'object' && { contents }),
    ...(question !== undefined && { question: { ...question, ...content } }),
    // Events that came while this was read are sent again, rather than missed.
    seq: task.seq,
  };
}

/** Carries out a change of a task. Every change is an audit event, also one that is refused. */
export async function changeTask(
  taskId: string,
  action: Action,
  { who, body, engine, operator }: ActionParts & ActionOrder,
): Promise<ConsoleChange> {
  const reason = readReason(body['reason'], action);
  const task = await findTask(engine, taskId);
  const change = await make({ task, action, engine, operator, reason, who, body });
  operator.tell({
    kind: 'operator-changed',
    principal: who.caller?.id,
    address: who.address,
    taskId,
    action,
    outcome: change.outcome,
    ...(reason !== undefined && { reason }),
  });
  return change;
}

async function make(
  making: ActionParts &
    ActionOrder & {
      readonly task: TaskSummary;
      readonly action: Action;
      readonly reason: string | undefined;
    },
): Promise<ConsoleChange> {
  const { task, action, engine, operator, reason = '', who, body } = making;
  switch (action) {
    case 'retry':
    case 'retry-from-start': {
      const fromStart = action === 'retry-from-start';
      const { kind: outcome, ...details } = await retryTask(engine, task, { fromStart });
      return { outcome, ...details };
    }
    case 'cancel':
    case 'force-cancel': {
      const force = action === 'force-cancel';
      const { kind: outcome, ...details } = await cancelTask(engine, task, { force });
      // The audit has the change, also if the run learns of it only when it renews its lease.
      await operator.notice(task.taskId).catch(() => undefined);
      return { outcome, ...details };
    }
    case 'delete': {
      const runner = { notice: operator.notice };
      const { kind: outcome, ...details } = await removeTask(task, { engine, runner });
      return { outcome, ...details };
    }
    case 'answer': {
      const by = who.caller?.id;
      const change = await answerFor(engine, task, {
        question: Number(body['question']),
        value: body['value'],
        answeredFor: { reason, ...(by !== undefined && { by }) },
      });
      if (change.kind !== 'unfit') {
        const { kind: outcome, ...details } = change;
        return { outcome, ...details };
      }
      return {
        outcome: 'unfit',
        problems: toModelText(change.problems, { schema: 'answer' }).split('\n'),
      };
    }
    case 'revive':
      throw new TypeError(
        'Cannot revive a task because only receivers of notifications are revived.',
      );
  }
}

/** Reads the reason of a change; an answer for another person needs one. */
function readReason(input: unknown, action: Action): string | undefined {
  const reason = typeof input === 'string' ? input.trim() : '';
  if (reason.length > MAX_REASON || (reason === '' && action === 'answer')) {
    throw new RefusedError(
      'BODY',
      `Cannot change the task because the reason must be a text of ${action === 'answer' ? 1 : 0} to ${MAX_REASON} characters: current value has ${reason.length}`,
    );
  }
  return reason === '' ? undefined : reason;
}
