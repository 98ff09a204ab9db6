import { setTimeout as sleep } from 'node:timers/promises';
import { defineAgent, defineSkill, type Agent } from '@formwork/core';

/** An agent that sends as many pieces of an artifact as it is told. */
export interface PieceAgent {
  readonly agent: Agent;
  /** How many pieces it has sent. */
  readonly sent: () => number;
  /** Lets handlers go on that wait at `holdAt`. */
  readonly release: () => void;
}

/** Makes one. Its input is of the schema `pieces`. */
export function createPieceAgent(): PieceAgent {
  const gate = new AbortController();
  let sent = 0;
  const skill = defineSkill({
    id: 'pieces',
    name: 'Pieces',
    description: 'Sends an artifact in pieces.',
    tags: [],
    input: {
      pieces: {
        type: 'object',
        properties: {
          count: { type: 'integer' },
          /** Waits before this piece until it is released. */
          holdAt: { type: 'integer' },
          /** Of the text of a piece, in characters. */
          size: { type: 'integer' },
        },
        required: ['count'],
      },
    },
    run: async ({ input: { count, holdAt, size = 1 }, task }) => {
      for (let index = 0; index < count; index += 1) {
        if (index === holdAt) await waitFor(gate.signal);
        const text = `${index} `.padEnd(size, 'x');
        await task.artifact({ id: 'pieces', text, append: index > 0 });
        // Small pieces are stored a little later; what waits here must be there.
        if (index + 1 === holdAt) await sleep(25);
        sent += 1;
      }
    },
  });
  const agent = defineAgent({ name: 'Pieces', version: '1.0.0', skills: [skill] });
  return { agent, sent: () => sent, release: () => gate.abort() };
}

function waitFor(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
