import { createMemoryEngine, LeaseLostError, type TaskEngine } from '@formwork/runtime';

/** An engine with a known fault, by which tests show that the model finds such faults. */
export interface BrokenEngine {
  readonly fault: string;
  create(now: () => number): TaskEngine;
}

/** The broken engines; each fault shows only after calls of several kinds. */
export const BROKEN_ENGINES: readonly BrokenEngine[] = [
  {
    fault: 'forgets that a cancellation was asked for when the task is claimed again',
    create(now) {
      const engine = createMemoryEngine({ now });
      return {
        ...engine,
        async claim(request, limit) {
          const leases = await engine.claim(request, limit);
          return leases.map((lease) => ({ ...lease, cancelRequested: false }));
        },
      };
    },
  },
  {
    fault: 'tells a runner whose lease is lost that it has written',
    create(now) {
      const engine = createMemoryEngine({ now });
      return {
        ...engine,
        append: (lease, events) =>
          engine.append(lease, events).catch(async (error: unknown) => {
            const task = await engine.get(lease.scope, lease.taskId);
            if (error instanceof LeaseLostError && task?.state === 'working') return task.seq;
            throw error;
          }),
      };
    },
  },
  {
    fault: 'takes the same answer twice',
    create(now) {
      const engine = createMemoryEngine({ now });
      return {
        ...engine,
        reply(scope, taskId, { reply: { expectedSeq, events }, ...options }) {
          return engine.reply(scope, taskId, { reply: { expectedSeq, events }, ...options });
        },
      };
    },
  },
  {
    fault: 'counts an attempt that was given back',
    create(now) {
      const engine = createMemoryEngine({ now });
      return {
        ...engine,
        async release(leases) {
          await engine.renew(leases, 0);
        },
      };
    },
  },
];
