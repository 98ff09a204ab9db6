import { connect, ConnectError, createCardCache, type RemoteAgent } from '@formwork/client';
import { toFingerprint } from '@formwork/core';
import type { BridgeLogger } from '../bridge-logger.ts';
import { createAgentTools } from '../catalog/create-agent-tools.ts';
import type { AgentTools } from '../catalog/bridge-tool.ts';
import type { AgentSettings } from './agent-settings.ts';
import { fetchOverHttp } from './fetch-over-http.ts';

/** An agent that was found, and its tools. */
export interface KnownAgent {
  readonly agent: RemoteAgent;
  readonly catalog: AgentTools;
  /** Fingerprint of what a model reads of it. */
  readonly fingerprint: string;
}

/** The place of one agent in a bridge: found when it is needed, and remembered when it is gone. */
export interface AgentSlot {
  readonly settings: AgentSettings;
  /** What is known now; the last good card if the agent is gone. */
  readonly known: () => KnownAgent | undefined;
  /**
   * The agent, looked for unless it was found less than `freshMs` ago. Rejects if there is none and
   * there never was.
   */
  readonly get: () => Promise<KnownAgent>;
}

/** Options of {@link createAgentSlot}. */
export interface AgentSlotOptions {
  /** How long a card counts, in milliseconds. */
  readonly freshMs: number;
  /** How long looking for the card may take, in milliseconds. */
  readonly cardTimeoutMs: number;
  readonly logger: BridgeLogger;
  /** Called when what a model reads of the agent is not what it was. */
  readonly onChange: () => void;
}

/** How long an agent that was not found is left alone, in milliseconds. */
const PAUSE_MS = 2000;

export function createAgentSlot(
  settings: AgentSettings,
  { freshMs, cardTimeoutMs, logger, onChange }: AgentSlotOptions,
): AgentSlot {
  const { alias } = settings;
  const cardCache = createCardCache();
  let known: KnownAgent | undefined;
  let lookedAt = -Infinity;
  let failure: unknown;
  let looking: Promise<KnownAgent> | undefined;

  async function look(): Promise<KnownAgent> {
    try {
      const url = typeof settings.url === 'function' ? settings.url() : settings.url;
      const agent = await connect(url, {
        cardTimeoutMs,
        cardCache,
        retry: { attempts: 2 },
        transports: ['JSONRPC', 'HTTP+JSON'],
        fetch: fetchHere,
        ...settings.connect,
      });
      checkDoor(agent, { url, trusted: settings.connect?.trustedOrigins ?? [] });
      const found = toKnown(agent, settings);
      const before = known;
      known = found;
      failure = undefined;
      if (before?.fingerprint !== found.fingerprint) tell(before, found);
      return found;
    } catch (error) {
      failure = error;
      logger.warn(`Agent "${alias}" is not there: ${toFirstLine(error)}`);
      if (known !== undefined) return known;
      throw error;
    } finally {
      lookedAt = performance.now();
      looking = undefined;
    }
  }

  function tell(before: KnownAgent | undefined, { catalog }: KnownAgent): void {
    for (const { skillId, schema, reasons } of catalog.quarantined) {
      const name = schema === '' ? skillId : `${skillId} (${schema})`;
      logger.warn(`Skill ${JSON.stringify(name)} of "${alias}" is left out`, { reasons });
    }
    for (const warning of catalog.warnings) logger.warn(`Agent "${alias}": ${warning}`);
    logger.info(`Agent "${alias}" ${before === undefined ? 'is there' : 'has changed'}`, {
      tools: catalog.tools.length,
    });
    onChange();
  }

  return {
    settings,
    known: () => known,
    async get() {
      const age = performance.now() - lookedAt;
      if (looking === undefined) {
        if (known !== undefined && failure === undefined && age < freshMs) return known;
        if (failure !== undefined && age < PAUSE_MS) {
          if (known !== undefined) return known;
          throw failure;
        }
        looking = look();
        // Whoever waits is told; nobody may wait.
        looking.catch(() => {});
      }
      return known ?? looking;
    },
  };
}

/** A redirect could lead anywhere, inside the network of this machine as well. */
const fetchHere: typeof fetch = (input, init) =>
  fetchOverHttp(input, { ...init, redirect: 'error' });

/** A card may name any door; only one where the operator has sent us is gone through. */
function checkDoor(
  { door }: RemoteAgent,
  { url, trusted }: { readonly url: string; readonly trusted: readonly string[] },
): void {
  const origins = [url, ...trusted].map((one) => new URL(one).origin);
  const origin = URL.canParse(door.url) ? new URL(door.url).origin : door.url;
  if (origins.includes(origin)) return;
  throw new ConnectError(
    `Cannot use the agent as its door must be at ${origins.join(' or ')}: current value is ${origin}. Add it to trustedOrigins if you trust it.`,
  );
}

function toKnown(agent: RemoteAgent, settings: AgentSettings): KnownAgent {
  const catalog = createAgentTools(agent, settings);
  const definitions = catalog.tools.map(({ definition }) => definition);
  return { agent, catalog, fingerprint: toFingerprint({ definitions }) };
}

function toFirstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n')[0] ?? '';
}
