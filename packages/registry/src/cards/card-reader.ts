import { connect, ConnectError } from '@formwork/client';
import type { LookupAll } from '@formwork/network';
import { toCleanText, type AgentFacts } from '../agents/registered-agent.ts';
import { AgentRefusedError, RegistryBusyError } from '../errors.ts';
import { toFacts } from './card-facts.ts';
import { createCheckedFetch, type AllowedAddresses } from './create-checked-fetch.ts';

/** Options of {@link createCardReader}. */
export interface CardReaderOptions {
  readonly allowAddresses: AllowedAddresses;
  readonly allowOrigins: readonly string[];
  readonly maxCardBytes: number;
  readonly cardTimeoutMs: number;
  /** Cards that are read at a time; some more wait. */
  readonly concurrency: number;
  readonly lookup?: LookupAll | undefined;
}

/** Reads cards of agents, as bounded as strangers deserve. */
export interface CardReader {
  /** Reads the card anew. @throws AgentRefusedError, RegistryBusyError */
  read(url: string): Promise<AgentFacts>;
  /** Reads other documents of an agent's origin. */
  readonly fetch: typeof fetch;
  close(): Promise<void>;
}

/** Cards that may wait to be read, for each that is being read. */
const WAITING = 32;

export function createCardReader(options: CardReaderOptions): CardReader {
  const { cardTimeoutMs, maxCardBytes, concurrency } = options;
  const checked = createCheckedFetch({
    allowAddresses: options.allowAddresses,
    allowOrigins: options.allowOrigins,
    lookup: options.lookup,
    silenceMs: cardTimeoutMs,
  });
  const waiting: (() => void)[] = [];
  const closing = new AbortController();
  let running = 0;

  async function enter(): Promise<void> {
    if (running < concurrency) {
      running += 1;
      return;
    }
    if (waiting.length >= concurrency * WAITING) {
      throw new RegistryBusyError(
        `Cannot read the card as at most ${concurrency * WAITING} may wait to be read: try again later`,
      );
    }
    // Who leaves hands the place over.
    await new Promise<void>((resolve) => waiting.push(resolve));
  }

  function leave(): void {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }

  async function readCard(url: string): Promise<AgentFacts> {
    let cardText = '';
    const agent = await connect(url, {
      fetch: checked.fetch,
      // Callers of the agent would not check where gRPC leads.
      transports: ['JSONRPC', 'HTTP+JSON'],
      // Answers nothing; it hands over the text of the card.
      cardCache: {
        get: () => undefined,
        set: (_url, { text }) => {
          cardText = text;
        },
      },
      cardTimeoutMs,
      maxCardBytes,
      retry: { attempts: 1 },
      extendedCard: false,
      signal: closing.signal,
    });
    return toFacts(agent, cardText);
  }

  return {
    fetch: checked.fetch,
    async read(url) {
      await enter();
      try {
        return await readCard(url);
      } catch (error) {
        throw error instanceof ConnectError
          ? new AgentRefusedError(toCleanText(error.message, 500), { cause: error })
          : error;
      } finally {
        leave();
      }
    },
    async close() {
      closing.abort();
      await checked.close();
    },
  };
}
