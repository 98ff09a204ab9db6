import type { OperatorView } from '@formwork/server';
import { hostname } from 'node:os';
import type { ConsoleProcess } from '../api/console-api.ts';

/** Describes this process, whose numbers an answer has. */
export function describeProcess({ tally }: Pick<OperatorView, 'tally'>): ConsoleProcess {
  const id = `${hostname()}:${process.pid}`;
  return { id, countedSince: tally.startedAt, now: Date.now() };
}
