import type { NewTask, TaskEngine } from '../engine/task-engine.ts';
import type { Runner, RunnerPlace } from '../runner/create-runner.ts';

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
export function createAndRun(
  { engine, runner }: { readonly engine: TaskEngine; readonly runner: Runner },
  task: NewTask,
): Promise<CreatedAndRun> {
  return runner.admit(task.invocation.skillId, async (place) => {
    if (place !== undefined) return createIn(place, { engine, task });
    const { taskId } = await engine.create(task);
    return { taskId, run: undefined };
  });
}

async function createIn(
  place: RunnerPlace,
  { engine, task }: { readonly engine: TaskEngine; readonly task: NewTask },
): Promise<CreatedAndRun> {
  let resolve: (isCreated: boolean) => void = () => undefined;
  const promise = new Promise<boolean>((settle) => {
    resolve = settle;
  });
  let run: Promise<void> | undefined;
  try {
    const { taskId, created, lease } = await engine.create(task, {
      ...place.claim,
      start(early, snapshot) {
        run = place.run(early, { snapshot, created: promise });
      },
    });
    resolve(created);
    if (!created) return { taskId, run: undefined };
    if (lease !== undefined) run ??= place.run(lease);
    return { taskId, run };
  } catch (error) {
    resolve(false);
    throw error;
  }
}
