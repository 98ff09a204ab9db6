import type { AnySkill, ArtifactUpdate } from '@formwork/core';
import type { NewTaskEvent } from '../engine/task-event.ts';
import { createArtifactEvent } from './update-events.ts';

/** Checks an artifact of a handler, without a promise if no schema must check its data. */
export function checkArtifact(
  update: ArtifactUpdate,
  skill: AnySkill | undefined,
): {
  readonly event: NewTaskEvent | Promise<NewTaskEvent>;
  readonly isSure: boolean;
} {
  try {
    const event = createArtifactEvent(update, skill);
    if (!(event instanceof Promise)) return { event, isSure: true };
    return { event: withoutFault(event), isSure: false };
  } catch (error) {
    return { event: withoutFault(Promise.reject(error)), isSure: false };
  }
}

/**
 * Keeps the rejection of a promise from ending the process, because the run may be over before
 * it is awaited.
 */
function withoutFault<Result>(work: Promise<Result>): Promise<Result> {
  work.catch(() => {});
  return work;
}
