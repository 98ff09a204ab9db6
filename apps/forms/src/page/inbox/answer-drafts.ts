import type { QuestionView } from '@formwork/people/client';
import type { Json } from '@formwork/schema';
import { openDrafts } from '../history/draft.ts';
import type { KeyValueStore } from '../storage/key-value-store.ts';
import { withoutSecrets } from '../storage/without-secrets.ts';

/** The question that a draft belongs to. */
type Asked = Pick<QuestionView, 'taskId' | 'question' | 'form'>;

/** The answers to the questions of one agent that one person has begun to enter in this browser. */
export interface AnswerDrafts {
  /** Returns what was entered as the answer to a question; `undefined` for nothing. */
  readonly read: (asked: Asked) => Json | undefined;
  /** Keeps what has been entered so far, without its secrets. */
  readonly keep: (asked: Asked, entered: Json | undefined) => void;
  readonly remove: (asked: Asked) => void;
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
  const ownStart = `${JSON.stringify([owner]).slice(0, -1)},`;

  function remove(asked: Asked): void {
    const id = toId(asked);
    if (drafts.list().some((draft) => draft.id === id)) drafts.remove(id);
  }

  return {
    read: (asked) => drafts.list().find(({ id }) => id === toId(asked))?.data,
    keep(asked, entered) {
      const data = toKept(entered, asked);
      // A question never gets another form, so its fingerprint says nothing.
      const draft = { id: toId(asked), fingerprint: '', savedAt: Date.now() };
      if (data === undefined || data === '') remove(asked);
      else drafts.put({ ...draft, data });
    },
    remove,
    keepOnly(waiting) {
      const ids = new Set(waiting.map(toId));
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
