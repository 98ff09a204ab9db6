import { defineAgent, defineSkill, type Agent } from '@formwork/core';

/** An agent that sends an artifact in as many pieces as its input asks for. */
export interface PieceAgent {
  readonly agent: Agent;
  /** Returns the number of pieces that the agent has sent. */
  readonly sent: () => number;
  /** Lets the handlers continue that wait at `holdAt`. */
  readonly release: () => void;
}

/** Makes an agent that sends an artifact in pieces; its input has the schema `pieces`. */
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
          /**
           * The position, from 0, of a piece before which the handler waits for `release`. Default:
           * none.
           */
          holdAt: { type: 'integer' },
          /** The length of the text of each piece, in characters. Default 1. */
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
        // Small pieces are stored a little later than they are sent, and before the next step.
        if (index + 1 === holdAt) await task.step('hold', () => null);
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
