import type { TaskEngine } from './task-engine.ts';
import type { TaskSnapshot } from './task-snapshot.ts';

type TakeTask = (task: { readonly taskId: string; readonly skillId?: string | undefined }) => void;

/** Those of this process that bring tasks of an engine to runners, by their engines. */
const takers = new WeakMap<object, Set<TakeTask>>();

/**
 * Calls `take` with each task of an engine that was answered in this process by a person, an
 * operator or the clock, beside the runner. Returns the function that ends this.
 */
export function takeWaiting(engine: Partial<TaskEngine>, take: TakeTask): () => void {
  const engineTakers = takers.get(engine) ?? new Set();
  takers.set(engine, engineTakers);
  engineTakers.add(take);
  return () => void engineTakers.delete(take);
}

/** Brings a task that was answered to the runners at once, which else find it when they search. */
export function bringWaiting(
  engine: Partial<TaskEngine>,
  { id: taskId, invocation: { skillId } }: Pick<TaskSnapshot, 'id' | 'invocation'>,
): void {
  for (const take of takers.get(engine) ?? []) take({ taskId, skillId });
}
