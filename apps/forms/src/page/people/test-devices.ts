import {
  createPeopleClient,
  type DraftListView,
  type DraftView,
  type EndedDraftView,
  type PeopleClient,
  PeopleClientError,
  type SavedDraft,
} from '@formwork/people/client';
import { type MarkedDrafts, openMarkedDrafts } from '../history/draft-marks.ts';
import { toDraftId } from '../history/draft.ts';
import { createMemoryStore, type KeyValueStore } from '../storage/key-value-store.ts';
import { DraftSync } from './sync-drafts.ts';

type Call = 'list' | 'save' | 'end';

/** How a call goes: it may not arrive, or count although its answer is lost. */
type Fate = 'fine' | 'lost' | 'counted';

type PeopleDoor = Pick<PeopleClient, 'listAllDrafts' | 'saveDraft' | 'deleteDraft'>;

/** The drafts of a person at an agent, whose calls a test lets fail. */
export abstract class Door {
  #last = 0;
  fate: (call: Call) => Fate | Promise<Fate> = () => 'fine';

  /** Returns the next time of the only clock. */
  tick(): number {
    return (this.#last = Math.max(this.#last + 10, this.now()));
  }

  readonly now = (): number => this.#last;

  readonly people: PeopleDoor = {
    listAllDrafts: () => this.#call('list', () => this.list()),
    saveDraft: (draft) => this.#call('save', () => this.save(draft)),
    deleteDraft: (draft) => this.#call('end', () => this.end(draft)),
  };

  abstract list(): Answer<'listAllDrafts'>;
  abstract save(draft: SavedDraft): Answer<'saveDraft'>;
  abstract end(draft: Parameters<PeopleDoor['deleteDraft']>[0]): Answer<'deleteDraft'>;
  /** Lets something of what is on its way arrive. */
  abstract rest(): Promise<unknown>;

  async #call<T>(call: Call, act: () => T | Promise<T>): Promise<T> {
    const fate = await this.fate(call);
    const lost = new PeopleClientError('UNREACHABLE', 'Lost.', { status: 0 });
    if (fate === 'lost') throw lost;
    const value = await act();
    if (fate === 'counted') throw lost;
    return value;
  }
}

type Answer<Name extends keyof PeopleDoor> =
  | Awaited<ReturnType<PeopleDoor[Name]>>
  | ReturnType<PeopleDoor[Name]>;

/** The drafts of a person, as the people door keeps them. */
export class MemoryDoor extends Door {
  readonly stored = new Map<string, DraftView>();
  readonly ended = new Map<string, EndedDraftView>();
  #count = 0;

  override list(): DraftListView {
    const now = new Date(this.now()).toISOString();
    return { drafts: [...this.stored.values()], ended: [...this.ended.values()], now };
  }

  override save({ replaces, newVersion, ...draft }: SavedDraft): DraftView {
    const version = newVersion ?? this.#toVersion();
    const { schema } = draft;
    const present = this.stored.get(schema);
    if (present?.version === version) return present;
    const currentVersion = present?.version ?? this.ended.get(schema)?.version ?? '';
    const isFree = replaces === '' && present === undefined;
    if (replaces !== undefined && replaces !== currentVersion && !isFree) {
      throw new PeopleClientError('DRAFT_CHANGED', 'It has changed.', { status: 412 });
    }
    const saved = { ...draft, savedAt: new Date(this.tick()).toISOString(), version };
    this.ended.delete(schema);
    this.stored.set(schema, saved);
    return saved;
  }

  override end({ skill, schema, version }: Parameters<PeopleDoor['deleteDraft']>[0]): void {
    const former = this.stored.get(schema)?.version;
    if (former === undefined) return;
    if (former !== version) {
      throw new PeopleClientError('DRAFT_CHANGED', 'It has changed.', { status: 412 });
    }
    this.stored.delete(schema);
    const endedAt = new Date(this.tick()).toISOString();
    this.ended.set(schema, { skill, schema, former, endedAt, version: this.#toVersion() });
  }

  override rest = (): Promise<void> => Promise.resolve();

  #toVersion(): string {
    return `version-${(this.#count += 1)}`;
  }
}

/** The drafts of a person at the people door of an agent, over HTTP. */
export class RealDoor extends Door {
  readonly #client: PeopleClient;

  constructor(url: string, key: string) {
    super();
    this.#client = createPeopleClient({
      send(path, init) {
        const headers = new Headers(init.headers);
        headers.set('x-api-key', key);
        return fetch(`${url}/people${path}`, { ...init, headers });
      },
    });
  }

  override readonly now = Date.now;
  override list = (): Promise<DraftListView> => this.#client.listAllDrafts();
  override save = (draft: SavedDraft): Promise<DraftView> => this.#client.saveDraft(draft);
  override end = (draft: Parameters<PeopleDoor['deleteDraft']>[0]): Promise<void> =>
    this.#client.deleteDraft(draft);
  override rest = (): Promise<unknown> => new Promise(setImmediate);
}

/** A browser of a person, which can be opened again. */
export class Device {
  readonly #store: KeyValueStore = createMemoryStore();
  #door: Door;
  drafts: MarkedDrafts;
  sync: DraftSync;

  constructor(door: Door, owner = 'ada') {
    this.#door = door;
    this.drafts = openMarkedDrafts(this.#store, 'agent');
    this.sync = this.open(owner);
  }

  /** Opens the page for a person, `caller` by their mark, at the door of that person. */
  open(owner = 'ada', { caller = '', door = this.#door } = {}): DraftSync {
    this.#door = door;
    this.drafts = openMarkedDrafts(this.#store, 'agent', caller);
    this.sync = new DraftSync({
      people: this.#door.people,
      drafts: this.drafts,
      owner,
      now: this.#door.now,
    });
    return this.sync;
  }

  enter(schema: string, data: string, savedAt = this.#door.tick()): void {
    this.drafts.put({ id: toDraftId('s', schema), fingerprint: 'f', data, savedAt });
  }

  end(schema: string): string | undefined {
    const before = this.read(schema);
    this.drafts.remove(toDraftId('s', schema));
    return before;
  }

  read(schema: string): string | undefined {
    const data = this.drafts.list().find(({ id }) => id === toDraftId('s', schema))?.data;
    return typeof data === 'string' ? data : undefined;
  }
}
