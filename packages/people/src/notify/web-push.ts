import type { SharedRecords } from '@formwork/runtime';
import { createPoster } from '@formwork/runtime/internal';
import type { PushSubscription } from 'web-push';
import type { ChannelSendOptions } from './delivery.ts';
import { HostPlaces } from './host-places.ts';
import { keepSecret } from './kept-secret.ts';
import { createPushSubscriptions, type Subscriber } from './push-subscriptions.ts';

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
  /**
   * Keeps the subscription of a browser for each address of its person, for 30 days.
   *
   * @throws PeopleError for one that cannot be used, and for one browser too many
   */
  subscribe(person: Subscriber, subscription: unknown): Promise<void>;
  unsubscribe(person: Subscriber, endpoint: unknown): Promise<void>;
  /**
   * Sends news to the browsers of all people at some addresses, or to those of `left`, which an
   * earlier attempt has returned. Returns the browsers that cannot be reached now, or not within the
   * limit because a push service is slow, and rejects only if the records cannot be read.
   */
  send(
    addresses: readonly string[],
    text: PushText,
    options: ChannelSendOptions,
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

const TIMEOUT_MS = 10_000;
/** The time that the last request to begin has besides its own, in milliseconds. */
const SPARE_MS = 2_000;
/** The largest number of requests to push services at once, and of those to one: as webhooks have. */
const REQUESTS = { total: 64, perHost: 16 } as const;
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
  const places = new HostPlaces(REQUESTS);
  const subscriptions = createPushSubscriptions({ records, allowPrivateAddresses });
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

    subscribe: (person, given) => subscriptions.add(person, given),
    unsubscribe: (person, endpoint) => subscriptions.remove(person, String(endpoint)),

    async send(addresses, text, { limitMs, left }) {
      // Each request that begins ends within the limit, so that its outcome is known: a browser that
      // was told is not told again because a push service of others does not answer.
      const beginsUntil = performance.now() + limitMs - TIMEOUT_MS - SPARE_MS;
      await getKeys();
      const browsers = await subscriptions.choose(addresses, left);
      const outcomes = await Promise.all(
        browsers.map(async (browser) => {
          const { id, subscription } = browser;
          // A subscription that cannot be encrypted for, or is at an inner address, gets nothing.
          const outcome = await places
            .run(subscription.endpoint, async () =>
              performance.now() < beginsUntil ? sendTo(subscription, text) : 'away',
            )
            .catch((): PushOutcome => 'done');
          if (outcome === 'gone') await subscriptions.forget(browser);
          return outcome === 'away' ? [id] : [];
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
