import type { Scope, SharedRecords } from '@formwork/runtime';
import { previewJson } from '@formwork/schema/json';
import { randomBytes, randomUUID } from 'node:crypto';
import { PeopleError } from '../people-error.ts';
import { type Person, toPersonKey } from '../person.ts';
import { parseRecord, toDigest, writeRecord } from '../stored-json.ts';

/** A task that its owner shows to others, as it is stored. */
export interface Share {
  readonly id: string;
  /** The part of keys that stands for the owner. */
  readonly ownerKey: string;
  /** The id of the owner's principal; absent for the one person of a server without authentication. */
  readonly owner?: string;
  readonly scope: Scope;
  /** The id of the task, and nothing that it says, so that all of that ends with the task. */
  readonly taskId: string;
  /** The id of the principal who may see the task; absent for a share by link. */
  readonly with?: string;
  /** The digest of the token of the link; absent for a share with a principal. */
  readonly digest?: string;
  readonly createdAt: string;
  readonly expiresAt: string;
}

/** What is shared, and the person who sees it. */
type Sharing = Pick<Share, 'taskId' | 'with'>;

/** The most shares that a person has. */
const MAX_SHARES = 500;

/**
 * The most shares that a person has with one other person: few enough that no person floods what
 * others share.
 */
const MAX_WITH_ONE = 50;

/** The number of shares with a person that one page has. */
const PAGE = 200;

/** Matches the token of a page: the end of the key of its last record. */
const PAGE_TOKEN = /^[\w-]{43}$/u;

/** The length of the token of a link, in bytes: one of 2^256 cannot be guessed. */
const TOKEN_BYTES = 32;

/** The record by which a link or a principal finds a share. */
interface Pointer {
  readonly ownerKey: string;
  readonly id: string;
}

/**
 * The shares of all people. A share exists as long as its own record does; a link or a principal
 * finds it by a second record, and neither record shows anything without the other.
 */
export class ShareStore {
  readonly #records: SharedRecords;

  constructor(records: SharedRecords) {
    this.#records = records;
  }

  async #find({ ownerKey, id }: Pointer): Promise<Share | undefined> {
    return readShare(await this.#records.get(toKey(ownerKey, id)));
  }

  async #follow(key: string): Promise<Share | undefined> {
    const pointer = readPointer(await this.#records.get(key));
    return pointer && this.#find(pointer);
  }

  /** Ends a share; false if another call has ended it. */
  async #remove(share: Share): Promise<boolean> {
    // In this order, a share that is made again at the same moment ends whole, or stays whole.
    await this.#records.delete(toPointerKey(share));
    return this.#records.delete(toKey(share.ownerKey, share.id));
  }

  async #listOwn(owner: Person, start = ''): Promise<readonly Share[]> {
    const prefix = toKey(owner.key, start);
    const stored = await this.#records.list({ prefix, limit: MAX_SHARES });
    return stored.flatMap(({ value }) => readShare(value) ?? []);
  }

  /** Finds a share of the same task with the same person whose id is of an earlier version. */
  async #findSame(owner: Person, { taskId, with: recipient }: Sharing): Promise<Share | undefined> {
    if (recipient === undefined) return undefined;
    const shares = await this.#listOwn(owner);
    return shares.find((share) => share.taskId === taskId && share.with === recipient);
  }

  async #createRoomError(owner: Person, { with: recipient }: Sharing): Promise<PeopleError> {
    const isFull = (await this.#listOwn(owner)).length >= MAX_SHARES;
    const [most, which] =
      recipient === undefined || isFull ? [MAX_SHARES, ''] : [MAX_WITH_ONE, ' with one person'];
    return new PeopleError(
      'TOO_MANY',
      `Cannot share another task because there must be at most ${most} shares${which}: current number is ${most}. End one first.`,
    );
  }

  /**
   * Makes a share; `token` is that of its link. A task that is already shared with the person stays
   * one share, which ends at the new time.
   */
  async create(
    owner: Person,
    {
      ttlMs,
      ...sharing
    }: Sharing & {
      /** The time for which the task is shown, in milliseconds. */
      readonly ttlMs: number;
    },
  ): Promise<{ readonly share: Share; readonly token?: string }> {
    const now = Date.now();
    const token =
      sharing.with === undefined ? randomBytes(TOKEN_BYTES).toString('base64url') : undefined;
    const share: Share = {
      ...sharing,
      id: (await this.#findSame(owner, sharing))?.id ?? toId(owner, sharing),
      ownerKey: owner.key,
      ...(owner.id !== undefined && { owner: owner.id }),
      scope: owner.scope,
      ...(token !== undefined && { digest: toDigest(token) }),
      createdAt: new Date(now).toISOString(),
      expiresAt: new Date(now + ttlMs).toISOString(),
    };
    const value = writeRecord('the share', share);
    const fields = { ttlMs, owner: owner.key };
    const all = { prefix: toKey(owner.key, ''), most: MAX_SHARES };
    const withOne = { prefix: toKey(owner.key, toIdStart(sharing.with)), most: MAX_WITH_ONE };
    // The place is taken first: until the second record exists, it shows nothing to others.
    const isKept = await this.#records.set(
      toKey(owner.key, share.id),
      { value, ...fields },
      { within: sharing.with === undefined ? [all] : [all, withOne] },
    );
    if (!isKept) throw await this.#createRoomError(owner, sharing);
    const pointer: Pointer = { ownerKey: owner.key, id: share.id };
    await this.#records.set(toPointerKey(share), { value: JSON.stringify(pointer), ...fields });
    return { share, ...(token !== undefined && { token }) };
  }

  /** Lists the shares of an owner, newest first. */
  async listOf(owner: Person): Promise<readonly Share[]> {
    return sortByTime(await this.#listOwn(owner));
  }

  /** Lists a page of the shares with a person, newest first within the page. */
  async listWith(
    person: Person,
    pageToken: string = '',
  ): Promise<{
    readonly shares: readonly Share[];
    /** Continues after this page; absent at the end. */
    readonly nextPageToken?: string;
  }> {
    if (pageToken !== '' && !PAGE_TOKEN.test(pageToken)) {
      throw new PeopleError(
        'INVALID_REQUEST',
        `Cannot list what is shared because pageToken must be of an earlier page: current value is ${previewJson(pageToken)}`,
      );
    }
    const prefix = toWithKey(person.key, '');
    const after = `${prefix}${pageToken}`;
    const pointers = await this.#records.list({ prefix, after, limit: PAGE });
    const last = pointers.length === PAGE ? pointers.at(-1)?.key.slice(prefix.length) : undefined;
    const shares = await Promise.all(
      pointers.map(async ({ value }) => {
        const pointer = readPointer(value);
        return pointer && this.#find(pointer);
      }),
    );
    return {
      shares: sortByTime(shares.flatMap((share) => (isWith(share, person) ? [share] : []))),
      ...(last !== undefined && { nextPageToken: last }),
    };
  }

  /** Finds a share with a person by its id. */
  async findWith(person: Person, id: string): Promise<Share | undefined> {
    const share = await this.#follow(toWithKey(person.key, id));
    return isWith(share, person) ? share : undefined;
  }

  /** Finds a share by the token of its link. */
  async findLinked(token: string): Promise<Share | undefined> {
    const digest = toDigest(token);
    const share = await this.#follow(toLinkKey(digest));
    return share?.digest === digest ? share : undefined;
  }

  /** Ends a share; false if the owner has no such share. */
  async end(owner: Person, id: string): Promise<boolean> {
    const share = readShare(await this.#records.get(toKey(owner.key, id)));
    return share !== undefined && this.#remove(share);
  }

  /** Ends a share whose task no longer exists. */
  async remove(share: Share): Promise<void> {
    await this.#remove(share);
  }
}

function isWith(share: Share | undefined, person: Person): share is Share {
  return share?.with !== undefined && share.with === person.id;
}

/**
 * Returns the id of a new share. The same task and person give the same id, so that they stay one
 * share however many requests come at once.
 */
function toId(owner: Person, { taskId, with: recipient }: Sharing): string {
  return recipient === undefined
    ? randomUUID()
    : `${toIdStart(recipient)}${digestId(`${owner.key} ${taskId}`)}`;
}

/** Returns the beginning of the ids of all shares with one person. */
function toIdStart(recipient: string | undefined): string {
  return recipient === undefined ? '' : `${digestId(recipient)}.`;
}

/** Matches ids, and beginnings of ids, that stand in keys as they are. */
const PLAIN_ID = /^[\w-]{43}\.(?:[\w-]{43})?$/u;

/** Returns the key of a share; without an id, the beginning of the keys of all of an owner. */
function toKey(ownerKey: string, id: string): string {
  return `people:share:${ownerKey}:${PLAIN_ID.test(id) ? id : digestId(id)}`;
}

function toWithKey(personKey: string, id: string): string {
  return `people:shared-with:${personKey}:${digestId(id)}`;
}

function toLinkKey(digest: string): string {
  return `people:link:${digest}`;
}

/** Returns the key of the second record of a share. */
function toPointerKey(share: Share): string {
  return share.with === undefined
    ? toLinkKey(share.digest ?? '')
    : toWithKey(toPersonKey(share.with), share.id);
}

/** Digests an id that a caller gives, because keys have a limit; the empty id stands for all. */
function digestId(id: string): string {
  return id === '' ? '' : toDigest(id);
}

function sortByTime(shares: readonly Share[]): readonly Share[] {
  return shares.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
}

function readShare(text: string | undefined): Share | undefined {
  const value = parseRecord(text);
  if (value === undefined || typeof value['expiresAt'] !== 'string') return undefined;
  // The clock of the records decides too, but may be set back.
  return Date.parse(value['expiresAt']) > Date.now() ? (value as unknown as Share) : undefined;
}

function readPointer(text: string | undefined): Pointer | undefined {
  const { ownerKey, id } = parseRecord(text) ?? {};
  return typeof ownerKey === 'string' && typeof id === 'string' ? { ownerKey, id } : undefined;
}
