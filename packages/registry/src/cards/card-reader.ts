import { connect, ConnectError, type RemoteAgent } from '@formwork/client';
import type { LookupAll } from '@formwork/network';
import { toFingerprint, type JsonObject } from '@formwork/schema';
import { isTooDeep } from '@formwork/schema/json';
import { CardTrustError, type CardTrust, type PinStore } from '@formwork/trust';
import {
  cleanText,
  type AgentFacts,
  type ListedSchema,
  type ListedSignature,
  type ListedSkill,
} from '../agents/registered-agent.ts';
import { AgentRefusedError, RegistryBusyError } from '../errors.ts';
import {
  createCheckedFetch,
  type AllowedAddresses,
  type CheckedFetch,
} from './create-checked-fetch.ts';

/** Options of {@link CardReader}. */
export interface CardReaderOptions {
  readonly allowAddresses: AllowedAddresses;
  readonly allowOrigins: readonly string[];
  readonly maxCardBytes: number;
  readonly cardTimeoutMs: number;
  /** The highest number of cards that are read at the same time; up to 32 times as many wait. */
  readonly concurrency: number;
  /** The highest number of reads, per minute, of the cards at one origin. */
  readonly maxReadsPerOrigin: number;
  /** A clock: returns milliseconds since 1970. */
  readonly now: () => number;
  readonly lookup?: LookupAll | undefined;
  readonly pins: PinStore;
  /** The keys that the operator gave for the cards at some origins. */
  readonly cardKeys: CardKeys;
}

/** The public keys, as JWKs, by the origin whose cards have to be signed with one of them. */
export type CardKeys = Readonly<Record<string, NonNullable<CardTrust['keys']>>>;

/** The facts that a registry keeps of a card, and the card's signature. */
export interface ReadCard {
  readonly facts: AgentFacts;
  readonly signature: Omit<ListedSignature, 'since'>;
}

/**
 * Returns the trust in the card at an address: the operator's keys for its origin, else the pinned
 * key that was seen first.
 */
function findTrust(url: string, { cardKeys, pins }: CardReaderOptions): CardTrust {
  const { origin } = new URL(url);
  const keys = Object.hasOwn(cardKeys, origin) ? cardKeys[origin] : undefined;
  return keys === undefined ? { pins } : { keys };
}

/**
 * True for an error that means that a card's signature was refused, and not that the card could not
 * be read.
 */
export function isTrustFailure(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof CardTrustError) return true;
  }
  return false;
}

/** The number of cards that may wait to be read, per card that is being read at the same time. */
const WAITING = 32;

/**
 * A reader of the cards of agents that are not vetted: it limits their size, the time they take,
 * how many are read at once, and which addresses it calls.
 */
export class CardReader {
  readonly #options: CardReaderOptions;
  readonly #cardTimeoutMs: number;
  readonly #maxCardBytes: number;
  readonly #concurrency: number;
  readonly #checked: CheckedFetch;
  readonly #countRead: (origin: string) => void;
  /** A read of a card that waits because too many cards are being read. */
  readonly #waiting: {
    readonly origin: string;
    readonly proceed: () => void;
  }[] = [];
  readonly #closing = new AbortController();
  readonly #underWay = new Map<string, number>();
  #running = 0;
  /** The checked `fetch` that reads the cards, for other documents at an agent's origin. */
  readonly fetch: typeof fetch;

  constructor(options: CardReaderOptions) {
    this.#options = options;
    const { cardTimeoutMs, maxCardBytes, concurrency } = options;
    this.#cardTimeoutMs = cardTimeoutMs;
    this.#maxCardBytes = maxCardBytes;
    this.#concurrency = concurrency;
    this.#checked = createCheckedFetch({
      allowAddresses: options.allowAddresses,
      allowOrigins: options.allowOrigins,
      lookup: options.lookup,
      silenceMs: cardTimeoutMs,
    });
    this.#countRead = createOriginCount(options);
    this.fetch = this.#checked.fetch;
  }

  #hasRoom(origin: string): boolean {
    return (
      this.#running < this.#concurrency &&
      (this.#underWay.get(origin) ?? 0) < countParallelReads(origin, this.#options)
    );
  }

  #begin(origin: string): void {
    this.#running += 1;
    this.#underWay.set(origin, (this.#underWay.get(origin) ?? 0) + 1);
  }

  /**
   * Waits until a card of an origin may be read: at once if few enough cards are being read, else
   * after the reads that wait already.
   */
  async #enter(origin: string): Promise<void> {
    if (this.#hasRoom(origin)) {
      this.#begin(origin);
      return;
    }
    const ofOrigin = this.#waiting.filter((waiter) => waiter.origin === origin).length;
    const most = Math.min(this.#concurrency, countParallelReads(origin, this.#options)) * WAITING;
    if (this.#waiting.length >= this.#concurrency * WAITING || ofOrigin >= most) {
      throw new RegistryBusyError(
        `Cannot read the card because at most ${this.#concurrency * WAITING} may wait to be read, and ${most} of one origin: ${this.#waiting.length} do, ${ofOrigin} of ${origin}. Try again later.`,
      );
    }
    await new Promise<void>((resolve) => {
      this.#waiting.push({ origin, proceed: resolve });
    });
  }

  /**
   * Ends the read of a card, and starts the first waiting read whose origin may have another one.
   */
  #leave(origin: string): void {
    this.#running -= 1;
    const count = (this.#underWay.get(origin) ?? 1) - 1;
    if (count === 0) this.#underWay.delete(origin);
    else this.#underWay.set(origin, count);
    const index = this.#waiting.findIndex((waiter) => this.#hasRoom(waiter.origin));
    const [next] = index === -1 ? [] : this.#waiting.splice(index, 1);
    if (next === undefined) return;
    this.#begin(next.origin);
    next.proceed();
  }

  async #readCard(url: string): Promise<ReadCard> {
    const texts: string[] = [];
    const agent = await connect(url, {
      fetch: this.#checked.fetch,
      // Callers of the agent could not check the addresses of a gRPC connection.
      transports: ['JSONRPC', 'HTTP+JSON'],
      // This cache never has a card; it is here to receive the text of the card.
      cardCache: {
        get: () => undefined,
        set: (_url, { text }) => {
          texts.push(text);
        },
      },
      cardTimeoutMs: this.#cardTimeoutMs,
      maxCardBytes: this.#maxCardBytes,
      retry: { attempts: 1 },
      extendedCard: false,
      trust: findTrust(url, this.#options),
      signal: this.#closing.signal,
    });
    const { state, thumbprint } = agent.signature;
    // The client checks every signature when it has keys or pins, so `unchecked` stands for no
    // signature.
    const listedState = state === 'unchecked' ? 'unsigned' : state;
    return {
      facts: readFacts(agent, texts.at(-1) ?? ''),
      signature: { state: listedState, ...(thumbprint !== undefined && { thumbprint }) },
    };
  }

  /**
   * Reads the card at an address, and returns the facts that a registry keeps of it.
   *
   * @throws AgentRefusedError, RegistryBusyError
   */
  async read(url: string): Promise<ReadCard> {
    const { origin } = new URL(url);
    this.#countRead(origin);
    await this.#enter(origin);
    try {
      return await this.#readCard(url);
    } catch (error) {
      throw error instanceof ConnectError
        ? new AgentRefusedError(cleanText(error.message, 500), { cause: error })
        : error;
    } finally {
      this.#leave(origin);
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#checked.close();
  }
}

/**
 * Returns how many cards of an origin may be read at the same time: a quarter of all reads, so that
 * a slow server does not delay the others. Origins in `allowOrigins` may use all reads.
 */
export function countParallelReads(
  origin: string,
  { concurrency, allowOrigins }: Pick<CardReaderOptions, 'concurrency' | 'allowOrigins'>,
): number {
  return allowOrigins.includes(origin) ? concurrency : Math.ceil(concurrency / 4);
}

/** The length of the window in which the reads of one origin are counted, in milliseconds. */
const COUNTED_MS = 60_000;

/** The highest number of origins whose reads are counted at the same time. */
const MAX_ORIGINS = 10_000;

/**
 * Makes a function that counts one read of an origin, so that no caller can use a registry to flood a
 * server with requests. The origins in `allowOrigins`, which the registry's operator names, are not
 * counted.
 */
function createOriginCount({
  maxReadsPerOrigin,
  allowOrigins,
  now,
}: CardReaderOptions): (origin: string) => void {
  /** The number of reads of one origin since the start of its current window. */
  const counts = new Map<
    string,
    {
      readonly since: number;
      count: number;
    }
  >();
  return (origin) => {
    if (allowOrigins.includes(origin)) return;
    const time = now();
    let counter = counts.get(origin);
    if (counter === undefined || time - counter.since >= COUNTED_MS) {
      counts.delete(origin);
      counter = { since: time, count: 0 };
      counts.set(origin, counter);
      const [oldest] = counts.keys();
      if (counts.size > MAX_ORIGINS && oldest !== undefined) counts.delete(oldest);
    }
    if (counter.count >= maxReadsPerOrigin) {
      const seconds = Math.ceil((counter.since + COUNTED_MS - time) / 1_000);
      throw new RegistryBusyError(
        `Cannot read the card because at most ${maxReadsPerOrigin} cards of ${origin} are read in a minute. Try again in ${seconds} s.`,
      );
    }
    counter.count += 1;
  };
}

const MAX_SKILLS = 500;
const MAX_TAGS = 200;
const MAX_SCHEMAS = 200;
const NAME_LENGTH = 200;
const TEXT_LENGTH = 1_000;
/**
 * The most that is kept of a card, in bytes of JSON: a page of a hundred agents, and a thousand that
 * wait for their checks, are in memory at once.
 */
const MAX_FACTS_BYTES = 100_000;
/** The length to which an agent's URL, and the URIs of its extensions, are cut, in characters. */
const URL_LENGTH = 2_048;
/**
 * The deepest nesting of a card whose canonical JSON is hashed; the text of a deeper card is hashed
 * as it is.
 */
const MAX_DEPTH = 200;

/**
 * Reads the facts that a registry keeps from a card: texts are made safe to show, and every schema
 * is vetted.
 *
 * @throws AgentRefusedError for a card with more skills, schemas or text than a registry keeps.
 */
function readFacts(agent: RemoteAgent, cardText: string): AgentFacts {
  const { card, door, schemaNames } = agent;
  checkCount('skills', card.skills.length, MAX_SKILLS);
  checkCount('schemas', schemaNames.length, MAX_SCHEMAS);
  const skills = listSkills(card.skills);
  const capabilities = [...skills.map(({ id }) => id), ...listCapabilities(card.capabilities)];
  const tags = card.skills.flatMap((skill) => skill.tags.map(cleanName));
  const facts: AgentFacts = {
    name: cleanName(card.name) || new URL(door.url).host,
    description: cleanText(card.description, TEXT_LENGTH),
    version: cleanName(card.version),
    provider: cleanName(card.provider?.organization ?? ''),
    endpoint: cleanText(door.url, URL_LENGTH),
    capabilities: [...new Set(capabilities)],
    tags: [...new Set(tags)].filter((tag) => tag !== '').slice(0, MAX_TAGS),
    skills,
    schemas: schemaNames.map((name) => describeSchema(agent, name)),
    cardFingerprint: fingerprintCard(cardText),
  };
  checkCount('bytes of names and texts', Buffer.byteLength(JSON.stringify(facts)), MAX_FACTS_BYTES);
  return facts;
}

function checkCount(what: string, count: number, most: number): void {
  if (count <= most) return;
  throw new AgentRefusedError(
    `Cannot register the agent because its card must have at most ${most} ${what}: current value is ${count}`,
  );
}

function cleanName(text: string): string {
  return cleanText(text, NAME_LENGTH);
}

/**
 * Lists the skills of a card. If several skills have the same id, only the first is listed, because
 * the others cannot be called.
 */
function listSkills(skills: RemoteAgent['card']['skills']): readonly ListedSkill[] {
  const byId = new Map<string, ListedSkill>();
  for (const { id, name } of skills) {
    const clean = cleanName(id);
    if (clean !== '' && !byId.has(clean)) byId.set(clean, { id: clean, name: cleanName(name) });
  }
  return [...byId.values()];
}

function listCapabilities(capabilities: RemoteAgent['card']['capabilities']): readonly string[] {
  return [
    ...(capabilities?.streaming === true ? ['streaming'] : []),
    ...(capabilities?.pushNotifications === true ? ['pushNotifications'] : []),
    ...(capabilities?.extensions ?? []).slice(0, 50).map(({ uri }) => cleanText(uri, URL_LENGTH)),
  ].filter((capability) => capability !== '');
}

function describeSchema(agent: RemoteAgent, name: string): ListedSchema {
  const schema = agent.schema(name);
  const clean = cleanName(name);
  return schema.kind === 'usable'
    ? { name: clean, fingerprint: toFingerprint(schema.schema) }
    : { name: clean };
}

/**
 * Computes the fingerprint of a card from its canonical JSON, so that neither white space nor the
 * order of keys counts as a change.
 */
function fingerprintCard(text: string): string {
  const card = JSON.parse(text) as JsonObject;
  try {
    if (!isTooDeep(card, MAX_DEPTH)) return toFingerprint(card);
  } catch {
    // A card with half of a surrogate pair has no canonical form.
  }
  return toFingerprint({ text: Buffer.from(text).toString('base64') });
}
