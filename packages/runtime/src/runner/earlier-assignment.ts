import { FOLLOW_UP_FORMS_EXTENSION_URI } from '@formwork/core';
import { isRecord } from '@formwork/schema/json';
import { readLog } from '../engine/log-pages.ts';
import type { TaskEngine } from '../engine/task-engine.ts';
import type { TaskEvent } from '../engine/task-event.ts';
import type { Assignment } from '../messages/assignment.ts';
import type { Scope } from '../scope.ts';

/**
 * Finds the people a task has asked a question, and since when, as its log has it; `undefined` if
 * the question has no addressees. The log is read whole, because only an answer that a schema
 * library refuses needs it.
 */
export async function findEarlierAssignment(
  engine: Pick<TaskEngine, 'read'>,
  {
    scope,
    taskId,
    question,
  }: {
    readonly scope: Scope;
    readonly taskId: string;
    readonly question: number;
  },
): Promise<Assignment | undefined> {
  let assignment: Assignment | undefined;
  for await (const entry of readLog(engine, { scope, taskId })) {
    assignment = readAssignment(entry, question) ?? assignment;
  }
  return assignment;
}

function readAssignment({ event, timestamp }: TaskEvent, question: number): Assignment | undefined {
  if (event.kind !== 'status') return undefined;
  const metadata: unknown = event.message?.metadata?.[FOLLOW_UP_FORMS_EXTENSION_URI];
  if (!isRecord(metadata) || metadata['question'] !== question) return undefined;
  // The metadata can be trusted, because only the agent writes a task's status.
  const assignment = metadata['assignment'] as Assignment | undefined;
  return assignment && { askedAt: timestamp, ...assignment };
}

/**
 * Returns the assignment of a question that is asked again after its answer, with the people who had
 * it, its times and who had taken it. These people learn at once that it is open again.
 */
export function continueAssignment(assignment: Assignment, before: Assignment): Assignment {
  const { to, askedAt, stage, claimedBy } = before;
  return {
    ...assignment,
    to,
    ...(askedAt !== undefined && { askedAt }),
    ...(stage !== undefined && { stage }),
    ...(claimedBy !== undefined && { claimedBy }),
  };
}
