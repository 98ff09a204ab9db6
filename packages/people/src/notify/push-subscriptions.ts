import type { ListedRecord, SharedRecords } from '@formwork/runtime';
import { findRefusedAddress } from '@formwork/runtime/internal';
import { isRecord, toRecord } from '@formwork/schema/json';
import type { PushSubscription } from 'web-push';
import { PeopleError } from '../people-error.ts';
import { DAY_MS, toDigest } from '../stored-json.ts';

/** A person whose browsers get news of questions. */
export interface Subscriber {
  /** The part of a record's key that stands for the person. */
  readonly key: string;
  /** The addresses of the person, such as `user:kim` and `role:approver`. */
  readonly addresses: readonly string[];
}

/** A browser that is to get news, with the records that lead to it. */
interface Browser {
  /** The same for one subscription, however often it is made. */
  readonly id: string;
  readonly subscription: PushSubscription;
  readonly records: readonly ListedRecord[];
}

/** The browsers of people, by the addresses of these people. */
export interface PushSubscriptions {
  /**
   * Keeps the subscription of a browser for each address of its person, for 30 days.
   *
   * @throws PeopleError for one that cannot be used, and for one browser too many
   */
  add(person: Subscriber, subscription: unknown): Promise<void>;
  remove(person: Subscriber, endpoint: string): Promise<void>;
  /**
   * Chooses the browsers to tell: first one of each person at the addresses, the one that
   * subscribed last, then a second one of each, and so on. The same browser is chosen once. Of
   * `ids`, only these browsers are chosen.
   */
  choose(addresses: readonly string[], ids?: readonly string[]): Promise<readonly Browser[]>;
  /** Forgets a browser that has ended its subscription, unless it has subscribed again since. */
  forget(browser: Browser): Promise<void>;
}

/** The most browsers that a person has. */
const MAX_BROWSERS = 10;

/** The number of browsers above which only the first one of each person gets news. */
const MAX_TOLD = 200;

/** A page subscribes again with each visit, so a browser that is gone is forgotten soon. */
const SUBSCRIPTION_MS = 30 * DAY_MS;

/** The length of the id of a browser: short, because records name many of those that are left. */
const ID_LENGTH = 16;

/** The number of records that are listed at once. */
const PAGE = 1_000;

/** Makes the register of browsers in records. */
export function createPushSubscriptions({
  records,
  allowPrivateAddresses,
}: {
  readonly records: SharedRecords;
  readonly allowPrivateAddresses: boolean;
}): PushSubscriptions {
  async function listAt(address: string): Promise<readonly StoredBrowser[]> {
    const prefix = toPrefix(address);
    const browsers: StoredBrowser[] = [];
    for (let after = prefix; ;) {
      const page = await records.list({ prefix, after, limit: PAGE });
      browsers.push(...page.flatMap((record) => readBrowser(prefix, record) ?? []));
      const last = page.at(-1);
      if (page.length < PAGE || last === undefined) return browsers;
      after = last.key;
    }
  }

  return {
    async add({ key: owner, addresses }, data) {
      const subscription = parseSubscription(data, { allowPrivateAddresses });
      const value = JSON.stringify({ ...subscription, at: Date.now() });
      for (const address of addresses) {
        const prefix = `${toPrefix(address)}${owner}/`;
        const isKept = await records.set(
          `${prefix}${toDigest(subscription.endpoint)}`,
          { value, ttlMs: SUBSCRIPTION_MS, owner },
          { within: [{ prefix, most: MAX_BROWSERS }] },
        );
        if (!isKept) throw createRoomError();
      }
    },

    async remove({ key, addresses }, endpoint) {
      const digest = toDigest(endpoint);
      for (const address of addresses) {
        await records.delete(`${toPrefix(address)}${key}/${digest}`);
        // Earlier versions kept browsers without their person.
        await records.delete(`${toPrefix(address)}${digest}`);
      }
    },

    async choose(addresses, ids) {
      const lists = await Promise.all(addresses.map(listAt));
      // Ids of an earlier version are longer.
      const chosenIds = ids && new Set(ids.map((id) => id.slice(0, ID_LENGTH)));
      const people = toPeople(lists.flat()).map((browsers) =>
        browsers.filter(({ id }) => chosenIds?.has(id) !== false),
      );
      const chosen: Browser[] = [];
      for (let round = 0; ; round += 1) {
        const next = people.flatMap((browsers) => browsers[round] ?? []);
        const isFirst = round === 0;
        chosen.push(...(isFirst ? next : next.slice(0, Math.max(0, MAX_TOLD - chosen.length))));
        if (next.length === 0 || chosen.length >= MAX_TOLD) return chosen;
      }
    },

    async forget({ records: browserRecords }) {
      for (const { key, value } of browserRecords) await records.delete(key, { value });
    },
  };
}

/** A browser as it is kept at one address. */
interface StoredBrowser {
  /** The part of a key that stands for the person; empty for a browser of an earlier version. */
  readonly person: string;
  readonly subscription: PushSubscription;
  /** The time at which it subscribed, in milliseconds since 1970. */
  readonly at: number;
  readonly record: ListedRecord;
}

/** Returns the browsers of each person, each browser once, those that subscribed last first. */
function toPeople(stored: readonly StoredBrowser[]): readonly (readonly Browser[])[] {
  const people = new Map<string, Map<string, Browser>>();
  const owners = new Map<string, string>();
  for (const { person, subscription, record } of stored.toSorted((a, b) => b.at - a.at)) {
    const id = toDigest(JSON.stringify(subscription)).slice(0, ID_LENGTH);
    const owner = owners.get(id) ?? person;
    owners.set(id, owner);
    const browsers = people.get(owner) ?? new Map<string, Browser>();
    people.set(owner, browsers);
    const records = [...(browsers.get(id)?.records ?? []), record];
    browsers.set(id, { id, subscription, records });
  }
  return [...people.values()].map((browsers) => [...browsers.values()]);
}

function readBrowser(prefix: string, record: ListedRecord): StoredBrowser | undefined {
  const value: unknown = JSON.parse(record.value);
  if (!isRecord(value)) return undefined;
  // Not checked again, because `add` wrote it.
  const { at, ...subscription } = value as unknown as PushSubscription & { readonly at?: number };
  const [person = '', digest] = record.key.slice(prefix.length).split('/');
  return { person: digest === undefined ? '' : person, subscription, at: at ?? 0, record };
}

function toPrefix(address: string): string {
  return `people/push/${toDigest(address)}/`;
}

function createRoomError(): PeopleError {
  return new PeopleError(
    'TOO_MANY',
    `Cannot tell another browser of questions because a person must have at most ${MAX_BROWSERS}: current number is ${MAX_BROWSERS}. Turn notifications off in one of them; one that is not used is forgotten after 30 days.`,
  );
}

/** Push services have addresses of a few hundred characters. */
const MAX_ENDPOINT = 2_000;
const MAX_KEY = 200;

/** Options of {@link parseSubscription}. */
interface SubscriptionRules {
  /** True allows addresses that are not public, and `http` to them. */
  readonly allowPrivateAddresses: boolean;
}

/** Reads the subscription of a browser. @throws PeopleError for one that cannot be used */
function parseSubscription(value: unknown, rules: SubscriptionRules): PushSubscription {
  const { endpoint, keys } = toRecord(value);
  const { p256dh, auth } = toRecord(keys);
  if (typeof endpoint !== 'string' || !isKey(p256dh) || !isKey(auth)) {
    throw refuse('the body must be a push subscription: { endpoint, keys: { p256dh, auth } }');
  }
  if (endpoint.length > MAX_ENDPOINT) {
    throw refuse(
      `endpoint must have at most ${MAX_ENDPOINT} characters: current value has ${endpoint.length}`,
    );
  }
  checkEndpoint(endpoint, rules);
  return { endpoint, keys: { p256dh, auth } };
}

/** Refuses an address to which nothing is sent. The error shows no secret of it. */
function checkEndpoint(endpoint: string, { allowPrivateAddresses }: SubscriptionRules): void {
  const url = URL.parse(endpoint);
  if (url === null) throw refuse('endpoint must be an address: it is none');
  const inside = url.hostname === 'localhost' ? url.hostname : findRefusedAddress(url);
  const isTest = allowPrivateAddresses && url.protocol === 'http:' && inside !== undefined;
  if (url.protocol !== 'https:' && !isTest) {
    throw refuse(
      `endpoint must be an https address: current value begins with ${JSON.stringify(url.protocol.slice(0, 20))}`,
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw refuse('endpoint must be an address without user name and password: it has them');
  }
  if (inside !== undefined && !allowPrivateAddresses) {
    throw refuse(`endpoint must have a public address: current value is ${inside}`);
  }
}

function refuse(rule: string): PeopleError {
  return new PeopleError('INVALID_REQUEST', `Cannot subscribe because ${rule}`);
}

function isKey(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_KEY && /^[\w-]+=*$/u.test(value);
}
