import { randomUUID } from 'node:crypto';

/**
 * A UUID of version 7 (RFC 9562, section 5.7): ids of about the same time are neighbours in the
 * index of an engine that keeps one, and what comes together is written together. All 74 bits that
 * the version leaves are random, as a task may be reachable by its id alone; a counter in them, as
 * the section permits, would make the next id easier to guess.
 */
export function createTaskId(): string {
  const time = Date.now().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
