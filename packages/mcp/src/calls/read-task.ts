import type { RemoteTask } from '@formwork/client';
import type { CallTarget } from '../agents/call-target.ts';
import type { CallContext } from './call-context.ts';

/** The longest time that reading the state of a paused task may take, in milliseconds. */
export const LOOK_MS: number = 10_000;

/** The agent of a task, and the call that asks about it. */
export interface AskingCall {
  readonly callTarget: Pick<CallTarget, 'toTask'>;
  readonly context: Pick<CallContext, 'signal'>;
}

/**
 * Reads a task. Rejects when the time for a look is over, because the host gives up a bridge that
 * waits for a silent agent, and then has no `task_id`.
 */
export async function readTask(
  taskId: string,
  { callTarget, context }: AskingCall,
): ReturnType<RemoteTask['get']> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), LOOK_MS);
  const signal = AbortSignal.any([context.signal, late.signal]);
  try {
    return await callTarget.toTask(taskId).get({ signal });
  } finally {
    clearTimeout(timer);
  }
}
