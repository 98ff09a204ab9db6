import type { AnySkill, ArtifactUpdate } from '@formwork/core';
import type { NewTaskEvent } from '../engine/task-event.ts';
import { createArtifactEvent } from './update-events.ts';

/**
 * An artifact that is being sent. `isSure` is true if its check has passed, so that only the
 * storage can refuse it.
 */
export interface CheckedArtifact {
  readonly event: NewTaskEvent | Promise<NewTaskEvent>;
  readonly isSure: boolean;
}

/** Checks an artifact of a handler, without a promise if no schema must check its data. */
export function checkArtifact(
  update: ArtifactUpdate,
  skill: AnySkill | undefined,
): CheckedArtifact {
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
