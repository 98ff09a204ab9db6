import type { AgentSource, SourceEvent } from '@formwork/client';
import { toFingerprint } from '@formwork/schema';
import { createId } from '@formwork/react/internal';
import { isRecord } from '@formwork/schema/internal';
import type { Run } from '../history/run.ts';
import type { KeyValueStore } from '../storage/key-value-store.ts';

/** The person in whose name the page calls an agent. */
interface CallerFacts {
  /** The headers with the credentials that the person has entered for the agent. */
  readonly headers: Readonly<Record<string, string>>;
  /** The mark of the person who has signed in at the provider of the page; `''` for nobody. */
  readonly person: string;
  readonly store: KeyValueStore;
}

const SALT_KEY = 'formwork.salt';

/**
 * The characters of a hash that tell people of one browser apart. They are too few to find a key by.
 */
const MARK_LENGTH = 4;

/** Returns a mark of the person in whose name the page calls an agent; `''` for nobody. */
export function toCaller({ headers, person, store }: CallerFacts): string {
  const named = Object.entries(headers).map(([name, value]) => [name, toSubject(value)]);
  if (named.length === 0) return person;
  const hash = toFingerprint({ const: [readSalt(store), ...named] }).replace('sha256:', '');
  return `${'authorization' in headers ? '' : person}#${hash.slice(0, MARK_LENGTH)}`;
}

/** Returns the subject of a token (JWT), whose person gets new ones; else the whole credential. */
function toSubject(credential: string): string {
  const [, payload = ''] = credential.split('.');
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    const { iss, sub } = isRecord(claims) ? claims : {};
    return typeof sub === 'string' ? JSON.stringify([iss, sub]) : credential;
  } catch {
    return credential;
  }
}

/** The salts of this page, whose marks stay the same while the storage is full or is cleared. */
const salts = new WeakMap<KeyValueStore, string>();

function readSalt(store: KeyValueStore): string {
  const stored = store.getItem(SALT_KEY);
  const salt = salts.get(store) ?? stored ?? createId();
  salts.set(store, salt);
  try {
    if (stored === null) store.setItem(SALT_KEY, salt);
  } catch {
    // A browser that stores nothing keeps no runs either.
  }
  return salt;
}

/** Options of {@link RunOwners}: who calls the agent now, and the run of the history with an id. */
interface RunOwnersOptions {
  readonly caller: () => string;
  readonly find: (id: string) => Run | undefined;
}

/** Knows who has filled in what, so that it is never sent in the name of another person. */
export class RunOwners {
  readonly #owners = new Map<string, string>();
  /** The messages that the agent has refused until somebody signs in. */
  readonly #refused = new Set<string>();
  readonly #caller: () => string;
  readonly #find: (id: string) => Run | undefined;

  constructor({ caller, find }: RunOwnersOptions) {
    this.#caller = caller;
    this.#find = find;
  }

  /** Returns the mark of the person who has filled in a message; for a new one, who calls now. */
  of(id: string): string {
    const known = this.#owners.get(id) ?? this.#find(id)?.owner;
    const owner = known === undefined || this.#refused.delete(id) ? this.#caller() : known;
    this.#owners.set(id, owner);
    return owner;
  }

  /** Notes who has filled in a message that is sent later. */
  claim(id: string, owner: string): void {
    if (!this.#owners.has(id)) this.#owners.set(id, owner);
  }

  /** True for a run that the person who calls now has filled in. */
  isOwn(run: Run): boolean {
    return (this.#owners.get(run.id) ?? run.owner ?? '') === this.#caller();
  }

  /** Wraps the source of an agent so that it sends only what the person who calls has filled in. */
  guard(source: AgentSource): AgentSource {
    return {
      ...source,
      send: (message, options) => {
        const { messageId: id } = message;
        return this.of(id) === this.#caller()
          ? this.#note(id, source.send(message, options))
          : refuse();
      },
    };
  }

  /** Lets the person who signs in send what the agent has refused for want of that. */
  async *#note(
    id: string,
    events: AsyncIterable<SourceEvent>,
  ): AsyncGenerator<SourceEvent, void, undefined> {
    for await (const event of events) {
      yield event;
      if (event.kind === 'failure' && event.reason === 'UNAUTHENTICATED') this.#refused.add(id);
    }
  }
}

async function* refuse(): AsyncGenerator<SourceEvent, void, undefined> {
  yield {
    kind: 'failure',
    taskId: '',
    contextId: '',
    code: 'GATEWAY_REFUSED',
    reason: 'SIGN_IN',
    message: 'Another person has filled this in, so it is not sent in your name.',
    problems: [],
  };
}
