import type { NewTask, TaskEngine } from '../engine/task-engine.ts';
import type { Runner } from '../runner/create-runner.ts';

/** What became of a task to be. */
interface CreatedAndRun {
  /** Of the task that the idempotency key had before, if there was one. */
  readonly taskId: string;
  /** Settles when the run is over, if it runs in this process. */
  readonly run: Promise<void> | undefined;
}

/**
 * Makes a task and runs it here if there is room. The handler may begin before the task is written,
 * so that one that ends at once costs one write; nobody is told of the task before it is.
 */
export async function createAndRun(
  { engine, runner }: { readonly engine: TaskEngine; readonly runner: Runner },
  task: NewTask,
): Promise<CreatedAndRun> {
  const claim = runner.claimRequest(task.invocation.skillId);
  if (claim === undefined) {
    const { taskId } = await engine.create(task);
    return { taskId, run: undefined };
  }
  let resolve: (isCreated: boolean) => void = () => undefined;
  const promise = new Promise<boolean>((settle) => {
    resolve = settle;
  });
  let run: Promise<void> | undefined;
  try {
    const { taskId, created, lease } = await engine.create(task, {
      ...claim,
      start(early, snapshot) {
        run = runner.run(early, { snapshot, created: promise });
      },
    });
    resolve(created);
    if (!created) return { taskId, run: undefined };
    if (lease !== undefined) run ??= runner.run(lease);
    return { taskId, run };
  } catch (error) {
    resolve(false);
    throw error;
  }
}
