import { connect, ConnectError, createCardCache, type RemoteAgent } from '@formwork/client';
import { toFingerprint } from '@formwork/core';
import type { BridgeLogger } from '../bridge-logger.ts';
import { createAgentTools } from '../catalog/create-agent-tools.ts';
import type { AgentTools } from '../catalog/bridge-tool.ts';
import { admitAgent, type Admission } from '../lock/admit-agent.ts';
import type { BridgeLock } from '../lock/bridge-lock.ts';
import { tellWithheld } from '../lock/tell-withheld.ts';
import { toFirstLine } from '../text/to-first-line.ts';
import type { AgentSettings } from './agent-settings.ts';

/** An agent that was found, and its tools. */
export interface KnownAgent {
  readonly agent: RemoteAgent;
  /** Where it was found. */
  readonly url: string;
  /** What it comes to, whether it was accepted or not. */
  readonly offered: AgentTools;
  /** What of it may be served. */
  readonly admission: Admission;
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
  /** Judges anew what of it may be served: there is another lock. */
  readonly readmit: () => void;
}

/** Options of {@link createAgentSlot}. */
export interface AgentSlotOptions {
  /** How long a card counts, in milliseconds. */
  readonly freshMs: number;
  /** How long looking for the card may take, in milliseconds. */
  readonly cardTimeoutMs: number;
  readonly logger: BridgeLogger;
  /** What was accepted; everything may be served if there is no lock. */
  readonly getLock: () => BridgeLock | undefined;
  /** Called when what a model reads of the agent is not what it was. */
  readonly onChange: () => void;
}

/** How long an agent that was not found is left alone, in milliseconds. */
const PAUSE_MS = 2000;

export function createAgentSlot(
  settings: AgentSettings,
  { freshMs, cardTimeoutMs, logger, getLock, onChange }: AgentSlotOptions,
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
      const found = toKnown({ agent, url, offered: createAgentTools(agent, settings) }, admit);
      const before = known;
      known = found;
      failure = undefined;
      tell(before, found);
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

  const admit = (offer: Offer): Admission => admitAgent(offer, { alias, lock: getLock() });

  function tell(before: KnownAgent | undefined, after: KnownAgent): void {
    const { offered, admission } = after;
    tellWithheld(admission, { alias, before: before?.admission, logger });
    if (before?.fingerprint === after.fingerprint) return;
    for (const { skillId, schema, reasons } of offered.quarantined) {
      const name = schema === '' ? skillId : `${skillId} (${schema})`;
      logger.warn(`Skill ${JSON.stringify(name)} of "${alias}" is left out`, { reasons });
    }
    for (const warning of offered.warnings) logger.warn(`Agent "${alias}": ${warning}`);
    logger.info(`Agent "${alias}" ${before === undefined ? 'is there' : 'has changed'}`, {
      tools: admission.tools.length,
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
    readmit() {
      const before = known;
      if (before === undefined) return;
      known = toKnown(before, admit);
      tell(before, known);
    },
  };
}

/** A redirect could lead anywhere, inside the network of this machine as well. */
const fetchHere: typeof fetch = (input, init) => fetch(input, { ...init, redirect: 'error' });

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

/** An agent as it was found. */
type Offer = Pick<KnownAgent, 'agent' | 'url' | 'offered'>;

function toKnown({ agent, url, offered }: Offer, admit: (offer: Offer) => Admission): KnownAgent {
  const admission = admit({ agent, url, offered });
  const { definitions, mayShowCard, schemas } = admission;
  const fingerprint = toFingerprint({ definitions, mayShowCard, schemas: [...schemas] });
  return { agent, url, offered, admission, fingerprint };
}
