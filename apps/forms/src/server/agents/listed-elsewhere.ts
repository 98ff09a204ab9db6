import type { TaskLogger } from '@formwork/core';
import type { ListedAgent } from '../forms-options.ts';
import { parseAgentUrl } from './agent-url.ts';

/** Agents that somebody else lists. */
export interface ListedElsewhere {
  /** As they were known last. */
  readonly known: () => readonly ListedAgent[];
  /** Asks again, unless that was done a short while ago. Resolves also when nobody answers. */
  readonly refresh: () => Promise<void>;
}

/** Options of {@link createListedElsewhere}. */
export interface ListedElsewhereOptions {
  readonly list: () => Promise<readonly ListedAgent[]>;
  readonly logger: TaskLogger;
}

/** How long an answer counts, in milliseconds. */
const FRESH_MS = 30_000;
/** How long somebody waits for one, in milliseconds; a page comes without them then. */
const PATIENCE_MS = 3_000;
/** A page that lists more helps nobody. */
const MAX_AGENTS = 500;

export function createListedElsewhere({ list, logger }: ListedElsewhereOptions): ListedElsewhere {
  let known: readonly ListedAgent[] = [];
  let askedAt = -Infinity;
  let asking: Promise<void> | undefined;

  async function ask(): Promise<void> {
    askedAt = performance.now();
    try {
      const found = new Map<string, ListedAgent>();
      for (const { url: text, name } of await list()) {
        const url = parseAgentUrl(text);
        if (url === undefined || found.size === MAX_AGENTS) continue;
        found.set(url, { url, ...(name !== undefined && { name }) });
      }
      known = [...found.values()];
    } catch (error) {
      // Those that were known stay.
      logger.warn('Cannot list agents', { error: String(error) });
    } finally {
      asking = undefined;
    }
  }

  return {
    known: () => known,
    async refresh() {
      if (asking === undefined && performance.now() - askedAt < FRESH_MS) return;
      asking ??= ask();
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, PATIENCE_MS);
      });
      await Promise.race([asking, late]);
      clearTimeout(timer);
    },
  };
}
