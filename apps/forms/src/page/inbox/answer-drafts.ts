import type { Json, JsonSchema } from '@formwork/schema';
import { createId } from '@formwork/react/internal';
import { type Draft, openDrafts } from '../history/draft.ts';
import type { KeyValueStore } from '../storage/key-value-store.ts';
import { withoutSecrets } from '../storage/without-secrets.ts';

/** The question that a draft belongs to. */
interface Asked {
  readonly taskId: string;
  /** The number of the question in its task; its words, for an agent that counts none. */
  readonly question: number | string;
  readonly form?: { readonly schema: JsonSchema };
}

/** The most answers of other tabs to one question that are kept. */
const MAX_OTHERS = 4;

/** The answer to one question as one tab enters it. */
interface AnswerDraft {
  /** Returns what was entered last; `undefined` for nothing. */
  readonly read: () => Json | undefined;
  /**
   * Keeps what has been entered so far, without its secrets. If another tab has kept an answer to the
   * question meanwhile, both are kept.
   */
  readonly keep: (entered: Json | undefined) => void;
  /** True if an answer of another tab is kept as well, also of one that is closed. */
  readonly isShared: () => boolean;
  /** Goes on with the answer of another tab, the oldest one, and keeps this one among the others. */
  readonly exchange: () => void;
  /** Removes what was kept of all tabs. */
  readonly end: () => void;
}

/** The answers to the questions of one agent that one person has begun to enter in this browser. */
export interface AnswerDrafts {
  readonly open: (asked: Asked) => AnswerDraft;
  /** Removes the person's drafts of all questions but those that still wait. */
  readonly keepOnly: (waiting: readonly Asked[]) => void;
  /** Removes the person's drafts for a task but those of the question that it asks, if any. */
  readonly keepTask: (taskId: string, question: Asked['question'] | undefined) => void;
}

/** The person whose drafts are opened. */
interface AnswerDraftsOptions {
  readonly agent: string;
  /** The id of the person at the agent. Others who use the same browser do not get their drafts. */
  readonly owner: string;
}

/** Opens the drafts of answers to an agent; they are kept as those of the forms of its skills are. */
export function openAnswerDrafts(
  store: KeyValueStore,
  { agent, owner }: AnswerDraftsOptions,
): AnswerDrafts {
  // No address has a space, so this is the name of no other agent.
  const drafts = openDrafts(store, `${agent} inbox`);

  const toId = ({ taskId, question }: Asked): string => JSON.stringify([owner, taskId, question]);
  /** Returns how the ids of the answers begin of the tabs that did not keep one last. */
  const toOtherStart = ({ taskId, question }: Asked): string =>
    JSON.stringify([owner, taskId, question, 'other']).slice(0, -1);
  const toStart = (taskId: string): string => `${JSON.stringify([owner, taskId]).slice(0, -1)},`;
  const ownStart = `${JSON.stringify([owner]).slice(0, -1)},`;

  const find = (wanted: string): Json | undefined =>
    drafts.list().find(({ id }) => id === wanted)?.data;

  /**
   * Stores an answer, or removes it; what is there stays if there is no room for the new one. Returns
   * false for that.
   */
  function put(id: string, data: Json | undefined): boolean {
    // A question never gets another form, so its fingerprint says nothing.
    if (data !== undefined) return drafts.put({ id, fingerprint: '', savedAt: Date.now(), data });
    if (find(id) !== undefined) drafts.remove(id);
    return true;
  }

  return {
    open(asked) {
      const [id, otherStart] = [toId(asked), toOtherStart(asked)];
      /** Lists the answers of other tabs, the newest first. */
      const listOthers = (): readonly Draft[] =>
        drafts.list().filter((draft) => draft.id.startsWith(otherStart));
      let mine = find(id);
      /** What is stored of this tab, which is older than `mine` if there was no room. */
      let stored = JSON.stringify(mine);
      let isShared = listOthers().length > 0;
      /** The answer that an exchange found no room for: it stays in this tab alone. */
      let aside: Json | undefined;
      /** Removes an answer from those of other tabs, because it is no longer one of them. */
      const dropOther = (text: string | undefined): void => {
        for (const other of listOthers()) {
          if (JSON.stringify(other.data) === text) drafts.remove(other.id);
        }
      };
      const putOther = (data: Json | undefined): boolean => {
        if (data === undefined) return true;
        dropOther(JSON.stringify(data));
        for (const other of listOthers().slice(MAX_OTHERS - 1)) drafts.remove(other.id);
        return put(`${otherStart},${JSON.stringify(createId())}]`, data);
      };
      /** Keeps what another tab has stored since among the others, because it was last. */
      const yieldPlace = (): void => {
        const before = find(id);
        if (JSON.stringify(before) === stored) return;
        dropOther(stored);
        putOther(before);
        isShared = listOthers().length > 0;
      };
      const take = (data: Json | undefined): void => {
        mine = data;
        put(id, data);
        stored = JSON.stringify(find(id));
      };
      return {
        read: () => mine,
        keep(entered) {
          yieldPlace();
          const kept = toKept(entered, asked);
          take(kept === '' ? undefined : kept);
        },
        isShared: () => isShared,
        exchange() {
          yieldPlace();
          const other = aside ?? listOthers().at(-1)?.data;
          dropOther(JSON.stringify(other));
          aside = putOther(mine) ? undefined : mine;
          take(other);
          isShared = aside !== undefined || listOthers().length > 0;
        },
        end() {
          take(undefined);
          for (const other of listOthers()) drafts.remove(other.id);
        },
      };
    },
    keepOnly(waiting) {
      const ids = new Set(waiting.map(toId));
      const others = waiting.map(toOtherStart);
      for (const { id } of drafts.list()) {
        const isWaiting = ids.has(id) || others.some((start) => id.startsWith(start));
        if (id.startsWith(ownStart) && !isWaiting) drafts.remove(id);
      }
    },
    keepTask(taskId, question) {
      const start = toStart(taskId);
      const kept = question === undefined ? undefined : toId({ taskId, question }).slice(0, -1);
      for (const { id } of drafts.list()) {
        const isKept = kept !== undefined && (id === `${kept}]` || id.startsWith(`${kept},`));
        if (id.startsWith(start) && !isKept) drafts.remove(id);
      }
    },
  };
}

/** Returns what may be kept of an answer: data without secrets, of which only the form tells. */
function toKept(entered: Json | undefined, { form }: Asked): Json | undefined {
  if (form === undefined) return typeof entered === 'string' ? entered : undefined;
  return entered === undefined ? undefined : withoutSecrets(entered, form.schema);
}
