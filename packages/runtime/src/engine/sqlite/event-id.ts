/** Above 1,000,000 events per task, and more than 8,000,000,000 tasks below 2^53. */
const EVENTS_PER_TASK = 2 ** 20;

/** The id of the event at this position; position 0 is what the task has from its creation. */
export function toEventId(taskNumber: number, seq: number): number {
  return taskNumber * EVENTS_PER_TASK + seq;
}

/** The position of an event in the log of its task. */
export function toSeq(eventId: number): number {
  return eventId % EVENTS_PER_TASK;
}

/** The number of the task that an event belongs to. */
export function toTaskNumber(eventId: number): number {
  return Math.floor(eventId / EVENTS_PER_TASK);
}

/** Throws a `RangeError` when the log of a task cannot take that many events more. */
export function checkLogLength(seq: number, added: number): void {
  if (seq + added >= EVENTS_PER_TASK) {
    throw new RangeError(
      `Cannot append events as the log of a task must have fewer than ${EVENTS_PER_TASK}: current value is ${seq + added}`,
    );
  }
}
