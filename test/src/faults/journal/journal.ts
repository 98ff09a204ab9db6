import {
  isInterruptedState,
  type Lease,
  type NewTaskEvent,
  type TaskEngine,
} from '@formwork/runtime';
import { fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { JournalEntry } from '../history/run-history.ts';
import { toEventText, toStepName } from './event-text.ts';

/** A file to which processes that run tasks write, in the order of time and beside the engine. */
export interface Journal {
  /** Writes an entry; it is on the disk when the call returns. */
  write(entry: JournalEntry): void;
}

/** Opens the journal file for one of the processes that append to it. */
export function openJournal(file: string): Journal {
  const descriptor = openSync(file, 'a');
  return {
    write(entry) {
      writeSync(descriptor, `${JSON.stringify(entry)}\n`);
      fsyncSync(descriptor);
    },
  };
}

/** Reads all entries of a journal file, except a last line that a kill cut short. */
export function readJournal(file: string): readonly JournalEntry[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.slice(0, -1).map((line) => JSON.parse(line) as JournalEntry);
}

/**
 * Wraps an engine so that the leases that it gives out and the events that it acknowledges are
 * written to a journal.
 */
export function withJournal(engine: TaskEngine, journal: Journal): TaskEngine {
  function note(lease: Lease | undefined): void {
    if (lease === undefined) return;
    const { taskId, epoch, attempt } = lease;
    journal.write({ kind: 'granted', pid: process.pid, taskId, epoch, attempt });
  }

  return {
    ...engine,
    async create(task, claim) {
      const created = await engine.create(task, claim);
      note(created.lease);
      return created;
    },
    async claim(request, limit) {
      const leases = await engine.claim(request, limit);
      for (const lease of leases) note(lease);
      return leases;
    },
    async reply(scope, taskId, options) {
      const outcome = await engine.reply(scope, taskId, options);
      if (outcome.kind === 'accepted') note(outcome.lease);
      return outcome;
    },
    async append(lease, events) {
      const seq = await engine.append(lease, events);
      const { taskId, epoch } = lease;
      const steps = events.flatMap((event) => toStepName(event) ?? []);
      const texts = events.map(toEventText);
      // The engine adds the end to a question that is asked after a cancellation.
      if (isQuestion(events.at(-1))) {
        const [last] = await engine.read(lease.scope, taskId, { after: seq - 1, limit: 1 });
        if (last && !isQuestion(last.event)) texts.push(toEventText(last.event));
      }
      journal.write({ kind: 'appended', taskId, epoch, seq, texts, steps });
      return seq;
    },
  };
}

function isQuestion(event: NewTaskEvent | undefined): boolean {
  return event?.kind === 'status' && isInterruptedState(event.state);
}
