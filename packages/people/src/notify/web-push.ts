import type { SharedRecords } from '@formwork/runtime';
import { createPoster } from '@formwork/runtime/internal';
import { isRecord } from '@formwork/schema/internal';
import { createHash } from 'node:crypto';
import type { PushSubscription } from 'web-push';
import { PeopleError } from '../people-error.ts';
import { DAY_MS } from '../stored-json.ts';
import { keepSecret } from './kept-secret.ts';

/** The news that a browser shows. It has no text of the question, because screens may be locked. */
interface PushText {
  readonly id: string;
  readonly kind: string;
  readonly task: string;
}

/** What became of news for a browser: `away` means that they may arrive later. */
type PushOutcome = 'done' | 'gone' | 'away';

/** The browsers that are told of questions by Web Push (RFC 8030, 8291 and 8292). */
export interface WebPush {
  /** Returns the key with which a browser subscribes, in base64url. */
  getPublicKey(): Promise<string>;
  /** Keeps the subscription of a browser for each address of its person, for 30 days. */
  subscribe(addresses: readonly string[], subscription: unknown): Promise<void>;
  unsubscribe(addresses: readonly string[], endpoint: unknown): Promise<void>;
  /**
   * Sends news to the browsers of all people at some addresses, or to those of `left`, which an
   * earlier attempt has returned. Returns the browsers that cannot be reached now, and rejects only
   * if the records cannot be read.
   */
  send(
    addresses: readonly string[],
    text: PushText,
    left?: readonly string[],
  ): Promise<readonly string[]>;
  close(): void;
}

/** Options of {@link createWebPush}. */
export interface WebPushOptions {
  readonly records: SharedRecords;
  /** The address at which push services reach the operator. */
  readonly contact: string;
  readonly allowPrivateAddresses: boolean;
}

/** A page subscribes again with each visit, so a browser that is gone is forgotten soon. */
const SUBSCRIPTION_MS = 30 * DAY_MS;
const TIMEOUT_MS = 10_000;
/** The largest number of browsers at one address that are told. */
const MAX_BROWSERS = 200;
/** The time for which a push service keeps a message for a browser that is away, in seconds. */
const TTL_SECONDS = 86_400;
/** The answers by which a push service says that a subscription has ended. */
const GONE: ReadonlySet<number> = new Set([404, 410]);

/** Makes the sender of Web Push. The keys are made at the first use, and shared by all replicas. */
export function createWebPush({
  records,
  contact,
  allowPrivateAddresses,
}: WebPushOptions): WebPush {
  const poster = createPoster({ allowPrivateAddresses, timeoutMs: TIMEOUT_MS });
  const closing = new AbortController();
  let keys: Promise<{ readonly publicKey: string; readonly privateKey: string }> | undefined;

  async function readKeys(): Promise<{ publicKey: string; privateKey: string }> {
    const { default: library } = await import('web-push');
    const text = await keepSecret(records, 'people/vapid', () =>
      JSON.stringify(library.generateVAPIDKeys()),
    );
    return JSON.parse(text) as { publicKey: string; privateKey: string };
  }

  function getKeys(): Promise<{ readonly publicKey: string; readonly privateKey: string }> {
    keys ??= readKeys();
    keys.catch(() => {
      keys = undefined;
    });
    return keys;
  }

  /** Sends news to a browser, and returns what its push service says. */
  async function sendTo(subscription: PushSubscription, text: PushText): Promise<PushOutcome> {
    const { default: library } = await import('web-push');
    const { endpoint, headers, body } = library.generateRequestDetails(
      subscription,
      JSON.stringify(text),
      {
        vapidDetails: { subject: contact, ...(await getKeys()) },
        TTL: TTL_SECONDS,
        urgency: 'normal',
      },
    );
    const outcome = await poster.post({
      url: endpoint,
      headers,
      body: body ?? '',
      signal: closing.signal,
    });
    if (outcome.kind === 'refused') return 'done';
    if (outcome.kind !== 'answered') return 'away';
    if (GONE.has(outcome.status)) return 'gone';
    return outcome.status === 429 || outcome.status >= 500 ? 'away' : 'done';
  }

  return {
    getPublicKey: async () => (await getKeys()).publicKey,

    async subscribe(addresses, given) {
      const subscription = readSubscription(given);
      const value = JSON.stringify(subscription);
      for (const address of addresses) {
        const key = toKey(address, subscription.endpoint);
        await records.set(key, { value, ttlMs: SUBSCRIPTION_MS });
      }
    },

    async unsubscribe(addresses, endpoint) {
      for (const address of addresses) await records.delete(toKey(address, String(endpoint)));
    },

    async send(addresses, text, left) {
      await getKeys();
      const found = await Promise.all(
        addresses.map((address) =>
          records.list({ prefix: toPrefix(address), limit: MAX_BROWSERS }),
        ),
      );
      // A browser whose person has two of the addresses is told once.
      const browsers = new Map(found.flat().map((record) => [record.value, record.key]));
      const wanted = left && new Set(left);
      const outcomes = await Promise.all(
        [...browsers].map(async ([value, key]) => {
          const browser = toDigest(value);
          if (wanted?.has(browser) === false) return [];
          // A subscription that cannot be encrypted for, or is at an inner address, gets nothing.
          const outcome = await sendTo(JSON.parse(value) as PushSubscription, text).catch(
            (): PushOutcome => 'done',
          );
          if (outcome === 'gone') await records.delete(key);
          return outcome === 'away' ? [browser] : [];
        }),
      );
      return outcomes.flat();
    },

    close() {
      closing.abort();
      poster.close();
    },
  };
}

function toPrefix(address: string): string {
  return `people/push/${toDigest(address)}/`;
}

function toKey(address: string, endpoint: string): string {
  return `${toPrefix(address)}${toDigest(endpoint)}`;
}

function toDigest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

const MAX_ENDPOINT = 2_000;
const MAX_KEY = 200;

/** Reads the subscription of a browser. @throws PeopleError for one that cannot be used */
function readSubscription(value: unknown): PushSubscription {
  const { endpoint, keys } = isRecord(value) ? value : {};
  const { p256dh, auth } = isRecord(keys) ? keys : {};
  const isAddress =
    typeof endpoint === 'string' && endpoint.length <= MAX_ENDPOINT && URL.canParse(endpoint);
  if (isAddress && isKey(p256dh) && isKey(auth)) return { endpoint, keys: { p256dh, auth } };
  throw new PeopleError(
    'INVALID_REQUEST',
    'Cannot subscribe as the body must be a push subscription: { endpoint, keys: { p256dh, auth } }',
  );
}

function isKey(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_KEY && /^[\w-]+=*$/u.test(value);
}
