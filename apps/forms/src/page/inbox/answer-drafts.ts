import type { QuestionView } from '@formwork/people/client';
import type { Json } from '@formwork/schema';
import { openDrafts } from '../history/draft.ts';
import type { KeyValueStore } from '../storage/key-value-store.ts';
import { withoutSecrets } from '../storage/without-secrets.ts';

/** The question that a draft belongs to. */
type Asked = Pick<QuestionView, 'taskId' | 'question' | 'form'>;

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
  /** Goes on with the answer of the other tab, and keeps this one in its place. */
  readonly exchange: () => void;
  /** Removes what was kept of all tabs. */
  readonly end: () => void;
}

/** The answers to the questions of one agent that one person has begun to enter in this browser. */
export interface AnswerDrafts {
  readonly open: (asked: Asked) => AnswerDraft;
  /** Removes the person's drafts of all questions but those that still wait. */
  readonly keepOnly: (waiting: readonly Asked[]) => void;
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
  /** Returns the id of the answer of the tab that did not keep one last. */
  const toOtherId = ({ taskId, question }: Asked): string =>
    JSON.stringify([owner, taskId, question, 'other']);
  const ownStart = `${JSON.stringify([owner]).slice(0, -1)},`;

  const find = (wanted: string): Json | undefined =>
    drafts.list().find(({ id }) => id === wanted)?.data;

  /** Stores an answer, or removes it; what is there stays if there is no room for the new one. */
  function put(id: string, data: Json | undefined): void {
    // A question never gets another form, so its fingerprint says nothing.
    if (data !== undefined) drafts.put({ id, fingerprint: '', savedAt: Date.now(), data });
    else if (find(id) !== undefined) drafts.remove(id);
  }

  return {
    open(asked) {
      const [id, otherId] = [toId(asked), toOtherId(asked)];
      let mine = find(id);
      /** What is stored of this tab, which is older than `mine` if there was no room. */
      let stored = JSON.stringify(mine);
      let isShared = find(otherId) !== undefined;
      /** The answer that an exchange found no room for: it stays in this tab alone. */
      let aside: Json | undefined;
      /** Keeps what another tab has stored since in the place of its own, because it was last. */
      const yieldPlace = (): void => {
        const before = find(id);
        if (JSON.stringify(before) === stored) return;
        isShared = before !== undefined;
        put(otherId, before);
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
          const other = aside ?? find(otherId);
          put(otherId, mine);
          aside = JSON.stringify(find(otherId)) === JSON.stringify(mine) ? undefined : mine;
          take(other);
          isShared = (aside ?? find(otherId)) !== undefined;
        },
        end() {
          put(id, undefined);
          put(otherId, undefined);
        },
      };
    },
    keepOnly(waiting) {
      const ids = new Set(waiting.flatMap((asked) => [toId(asked), toOtherId(asked)]));
      for (const { id } of drafts.list()) {
        if (id.startsWith(ownStart) && !ids.has(id)) drafts.remove(id);
      }
    },
  };
}

/** Returns what may be kept of an answer: data without secrets, of which only the form tells. */
function toKept(entered: Json | undefined, { form }: Asked): Json | undefined {
  if (form === undefined) return typeof entered === 'string' ? entered : undefined;
  return entered === undefined ? undefined : withoutSecrets(entered, form.schema);
}
