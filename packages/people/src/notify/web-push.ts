import type { SharedRecords } from '@formwork/runtime';
import { RequestSender } from '@formwork/runtime/internal';
import type { PushSubscription } from 'web-push';
import type { ChannelSendOptions } from './delivery.ts';
import { HostSlots } from './host-slots.ts';
import {
  createPushSubscriptions,
  type Subscriber,
  type PushSubscriptions,
} from './push-subscriptions.ts';
import { keepSecret } from './stored-secret.ts';

/** The news that a browser shows. It has no text of the question, because screens may be locked. */
interface PushText {
  readonly id: string;
  readonly kind: string;
  readonly task: string;
}

/** What became of news for a browser: `away` means that they may arrive later. */
type PushOutcome = 'done' | 'gone' | 'away';

const TIMEOUT_MS = 10_000;
/** The time that is left when the last request that may begin has taken all of its own, in milliseconds. */
const SPARE_MS = 2_000;
/** The largest number of requests to push services at once, and of those to one: as webhooks have. */
const REQUESTS = { total: 64, perHost: 16 } as const;
/** The time for which a push service keeps a message for a browser that is away, in seconds. */
const TTL_SECONDS = 86_400;
/** The answers by which a push service says that a subscription has ended. */
const GONE: ReadonlySet<number> = new Set([404, 410]);

/** The browsers that get news of questions by Web Push (RFC 8030, 8291 and 8292). */
export class WebPush {
  readonly #records: SharedRecords;
  readonly #contact: string;
  readonly #sender: RequestSender;
  readonly #slots = new HostSlots(REQUESTS);
  readonly #subscriptions: PushSubscriptions;
  readonly #closing = new AbortController();
  #keys: Promise<{ readonly publicKey: string; readonly privateKey: string }> | undefined;

  constructor({
    records,
    contact,
    allowPrivateAddresses,
  }: {
    readonly records: SharedRecords;
    /** The address at which push services reach the operator. */
    readonly contact: string;
    readonly allowPrivateAddresses: boolean;
  }) {
    this.#records = records;
    this.#contact = contact;
    this.#sender = new RequestSender({ allowPrivateAddresses, timeoutMs: TIMEOUT_MS });
    this.#subscriptions = createPushSubscriptions({ records, allowPrivateAddresses });
  }

  /** Returns the key with which a browser subscribes, in base64url. */
  async getPublicKey(): Promise<string> {
    return (await this.#getKeys()).publicKey;
  }

  /**
   * Keeps the subscription of a browser for each address of its person, for 30 days.
   *
   * @throws PeopleError for one that cannot be used, and for one browser too many
   */
  subscribe(person: Subscriber, data: unknown): Promise<void> {
    return this.#subscriptions.add(person, data);
  }

  unsubscribe(person: Subscriber, endpoint: unknown): Promise<void> {
    return this.#subscriptions.remove(person, String(endpoint));
  }

  /**
   * Sends news to the browsers of all people at some addresses, or to those of `receivers`, which an
   * earlier attempt has returned. Returns the browsers that cannot be reached now, or not within the
   * limit because a push service is slow, and rejects only if the records cannot be read.
   */
  async send(
    addresses: readonly string[],
    text: PushText,
    { limitMs, receivers }: ChannelSendOptions,
  ): Promise<readonly string[]> {
    // Each request that begins ends within the limit, so that its outcome is known: a browser that
    // got the news does not get it again because a push service of others does not answer.
    const beginsUntil = performance.now() + limitMs - TIMEOUT_MS - SPARE_MS;
    await this.#getKeys();
    const browsers = await this.#subscriptions.choose(addresses, receivers);
    const outcomes = await Promise.all(
      browsers.map(async (browser) => {
        const { id, subscription } = browser;
        // A subscription that cannot be encrypted for, or is at an inner address, gets nothing.
        const outcome = await this.#slots
          .run(subscription.endpoint, async () =>
            performance.now() < beginsUntil ? this.#sendTo(subscription, text) : 'away',
          )
          .catch((): PushOutcome => 'done');
        if (outcome === 'gone') await this.#subscriptions.forget(browser);
        return outcome === 'away' ? [id] : [];
      }),
    );
    return outcomes.flat();
  }

  close(): void {
    this.#closing.abort();
    this.#sender.close();
  }

  async #readKeys(): Promise<{ publicKey: string; privateKey: string }> {
    const { default: library } = await import('web-push');
    const text = await keepSecret(this.#records, 'people/vapid', () =>
      JSON.stringify(library.generateVAPIDKeys()),
    );
    return JSON.parse(text) as { publicKey: string; privateKey: string };
  }

  #getKeys(): Promise<{ readonly publicKey: string; readonly privateKey: string }> {
    this.#keys ??= this.#readKeys();
    this.#keys.catch(() => {
      this.#keys = undefined;
    });
    return this.#keys;
  }

  /** Sends news to a browser, and returns what its push service says. */
  async #sendTo(subscription: PushSubscription, text: PushText): Promise<PushOutcome> {
    const { default: library } = await import('web-push');
    const { endpoint, headers, body } = library.generateRequestDetails(
      subscription,
      JSON.stringify(text),
      {
        vapidDetails: { subject: this.#contact, ...(await this.#getKeys()) },
        TTL: TTL_SECONDS,
        urgency: 'normal',
      },
    );
    const outcome = await this.#sender.post({
      url: endpoint,
      headers,
      body: body ?? '',
      signal: this.#closing.signal,
    });
    if (outcome.kind === 'refused') return 'done';
    if (outcome.kind !== 'answered') return 'away';
    if (GONE.has(outcome.status)) return 'gone';
    return outcome.status === 429 || outcome.status >= 500 ? 'away' : 'done';
  }
}
