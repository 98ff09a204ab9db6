import { createId } from '@formwork/react/internal';
import type { Json, JsonSchema } from '@formwork/schema';
import { type Draft, openDrafts } from '../history/draft.ts';
import type { KeyValueStore } from '../storage/key-value-store.ts';
import { withoutSecrets } from '../storage/without-secrets.ts';

/** The question that a draft belongs to. */
interface DraftQuestion {
  readonly taskId: string;
  /** The number of the question in its task; its words, for an agent that counts none. */
  readonly question: number | string;
  readonly form?: { readonly schema: JsonSchema };
}

/** The most answers of other tabs to one question that are kept. */
const MAX_OTHERS = 4;

/** The answers to the questions of one agent that one person has begun to enter in this browser. */
export interface AnswerDrafts {
  readonly open: (question: DraftQuestion) => AnswerDraft;
  /** Removes the person's drafts of all questions but those that still wait. */
  readonly keepOnly: (waiting: readonly DraftQuestion[]) => void;
  /** Removes the person's drafts for a task but those of the question that it asks, if any. */
  readonly keepTask: (taskId: string, question: DraftQuestion['question'] | undefined) => void;
}

/** Opens the drafts of answers to an agent; they are kept as those of the forms of its skills are. */
export function openAnswerDrafts(
  store: KeyValueStore,
  {
    agent,
    owner,
  }: {
    readonly agent: string;
    /** The id of the person at the agent. Others who use the same browser do not get their drafts. */
    readonly owner: string;
  },
): AnswerDrafts {
  // No address has a space, so this is the name of no other agent.
  const drafts = openDrafts(store, `${agent} inbox`);

  const toId = ({ taskId, question }: DraftQuestion): string =>
    JSON.stringify([owner, taskId, question]);
  /** Returns how the ids of the answers begin of the tabs that did not keep one last. */
  const toOtherStart = ({ taskId, question }: DraftQuestion): string =>
    JSON.stringify([owner, taskId, question, 'other']).slice(0, -1);
  const toStart = (taskId: string): string => `${JSON.stringify([owner, taskId]).slice(0, -1)},`;
  const ownStart = `${JSON.stringify([owner]).slice(0, -1)},`;

  return {
    open: (question) =>
      new AnswerDraft(question, { drafts, id: toId(question), otherStart: toOtherStart(question) }),
    keepOnly(waiting) {
      const ids = new Set(waiting.map(toId));
      const otherStarts = waiting.map(toOtherStart);
      for (const { id } of drafts.list()) {
        const isWaiting = ids.has(id) || otherStarts.some((start) => id.startsWith(start));
        if (id.startsWith(ownStart) && !isWaiting) drafts.remove(id);
      }
    },
    keepTask(taskId, question) {
      const start = toStart(taskId);
      const questionId =
        question === undefined ? undefined : toId({ taskId, question }).slice(0, -1);
      for (const { id } of drafts.list()) {
        const isKept =
          questionId !== undefined && (id === `${questionId}]` || id.startsWith(`${questionId},`));
        if (id.startsWith(start) && !isKept) drafts.remove(id);
      }
    },
  };
}

/** The drafts of an agent, and the ids in them of the answers to one question. */
interface AnswerStorage {
  readonly drafts: ReturnType<typeof openDrafts>;
  /** The id of the answer that was kept last. */
  readonly id: string;
  /** The beginning of the ids of the answers of other tabs. */
  readonly otherStart: string;
}

/**
 * The answer to one question as one tab enters it. Components get its functions by themselves, so each
 * is bound to it.
 */
class AnswerDraft {
  readonly #question: DraftQuestion;
  readonly #storage: AnswerStorage;
  #mine: Json | undefined;
  /** The text that is stored of this tab, which is older than `#mine` if there was no room. */
  #stored: string | undefined;
  #isShared: boolean;
  /** The answer that an exchange found no room for: it stays in this tab alone. */
  #aside: Json | undefined;

  constructor(question: DraftQuestion, storage: AnswerStorage) {
    this.#question = question;
    this.#storage = storage;
    this.#mine = this.#find();
    this.#stored = JSON.stringify(this.#mine);
    this.#isShared = this.#listOthers().length > 0;
  }

  /** Returns what was entered last; `undefined` for nothing. */
  readonly read = (): Json | undefined => this.#mine;

  /** True if an answer of another tab is kept as well, also of one that is closed. */
  readonly isShared = (): boolean => this.#isShared;

  /**
   * Keeps what has been entered so far, without its secrets. If another tab has kept an answer to the
   * question meanwhile, both are kept.
   */
  readonly keep = (entered: Json | undefined): void => {
    this.#yieldPlace();
    const storable = toStorable(entered, this.#question);
    this.#take(storable === '' ? undefined : storable);
  };

  /** Goes on with the answer of another tab, the oldest one, and keeps this one among the others. */
  readonly exchange = (): void => {
    this.#yieldPlace();
    const otherAnswer = this.#aside ?? this.#listOthers().at(-1)?.data;
    this.#dropOther(JSON.stringify(otherAnswer));
    this.#aside = this.#putOther(this.#mine) ? undefined : this.#mine;
    this.#take(otherAnswer);
    this.#isShared = this.#aside !== undefined || this.#listOthers().length > 0;
  };

  /** Removes what was kept of all tabs. */
  readonly end = (): void => {
    this.#take(undefined);
    for (const draft of this.#listOthers()) this.#storage.drafts.remove(draft.id);
  };

  #find(id = this.#storage.id): Json | undefined {
    return this.#storage.drafts.list().find((draft) => draft.id === id)?.data;
  }

  /** Lists the answers of other tabs, the newest first. */
  #listOthers(): readonly Draft[] {
    const { drafts, otherStart } = this.#storage;
    return drafts.list().filter((draft) => draft.id.startsWith(otherStart));
  }

  /**
   * Stores an answer, or removes it; what is there stays if there is no room for the new one. Returns
   * false for that.
   */
  #put(id: string, data: Json | undefined): boolean {
    const { drafts } = this.#storage;
    // A question never gets another form, so its fingerprint says nothing.
    if (data !== undefined) return drafts.put({ id, fingerprint: '', savedAt: Date.now(), data });
    if (this.#find(id) !== undefined) drafts.remove(id);
    return true;
  }

  /** Removes an answer from those of other tabs, because it is no longer one of them. */
  #dropOther(text: string | undefined): void {
    for (const draft of this.#listOthers()) {
      if (JSON.stringify(draft.data) === text) this.#storage.drafts.remove(draft.id);
    }
  }

  #putOther(data: Json | undefined): boolean {
    if (data === undefined) return true;
    this.#dropOther(JSON.stringify(data));
    const { drafts, otherStart } = this.#storage;
    for (const draft of this.#listOthers().slice(MAX_OTHERS - 1)) drafts.remove(draft.id);
    return this.#put(`${otherStart},${JSON.stringify(createId())}]`, data);
  }

  /** Keeps what another tab has stored since among the others, because it was last. */
  #yieldPlace(): void {
    const before = this.#find();
    if (JSON.stringify(before) === this.#stored) return;
    this.#dropOther(this.#stored);
    this.#putOther(before);
    this.#isShared = this.#listOthers().length > 0;
  }

  #take(data: Json | undefined): void {
    this.#mine = data;
    this.#put(this.#storage.id, data);
    this.#stored = JSON.stringify(this.#find());
  }
}

/** Returns what may be kept of an answer: data without secrets, of which only the form tells. */
function toStorable(entered: Json | undefined, { form }: DraftQuestion): Json | undefined {
  if (form === undefined) return typeof entered === 'string' ? entered : undefined;
  return entered === undefined ? undefined : withoutSecrets(entered, form.schema);
}
