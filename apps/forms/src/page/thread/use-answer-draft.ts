import type { ThreadEntry } from '@formwork/react';
import type { Json } from '@formwork/schema';
import { useEffect, useMemo, useState } from 'react';
import { openAnswerDrafts } from '../inbox/answer-drafts.ts';
import { toCaller } from '../work/caller.ts';
import { useServices } from '../workspace/services.ts';
import { useWorkspace } from '../workspace/workspace.ts';

/** The answer to the question of a task that the person has begun to enter in this browser. */
interface BegunAnswer {
  /** Returns what was entered last; `undefined` for nothing. */
  readonly read: () => Json | undefined;
  /** True if an answer of another tab is kept as well. */
  readonly isShared: () => boolean;
  /** Goes on with the answer of another tab, and keeps this one. */
  readonly exchange: () => void;
  readonly keep: (entered: Json | undefined) => void;
  /** Removes what was kept, because the answer is sent. */
  readonly end: () => void;
}

const NONE: BegunAnswer = {
  read: () => undefined,
  isShared: () => false,
  exchange: () => undefined,
  keep: () => undefined,
  end: () => undefined,
};

/**
 * Keeps the answer that is entered in the place of a task, as the drafts of forms are kept; `times`
 * counts how often it was exchanged for that of another tab.
 */
export function useAnswerDraft({ taskId, state }: ThreadEntry): BegunAnswer & {
  readonly times: number;
} {
  const { agent } = useWorkspace();
  const { store, credentials, signIn } = useServices();
  const question = state.kind === 'asking' ? state.question : undefined;
  const name = question && (question.number ?? question.prompt);
  const isOver = state.kind === 'done' || state.kind === 'ended';
  const owner = toCaller({
    headers: credentials.read(agent),
    person: signIn()?.person ?? '',
    store,
  });
  const drafts = useMemo(() => openAnswerDrafts(store, { agent, owner }), [store, agent, owner]);
  const draft = useMemo(() => {
    // An answer to a form that is refused is JSON, and no schema says what in it is secret.
    if (question === undefined || name === undefined || question.refused.length > 0) return NONE;
    const { form } = question;
    return drafts.open({ taskId, question: name, ...(form !== undefined && { form }) });
    // The same question may come again as another object.
    // eslint-disable-next-line
  }, [drafts, taskId, name]);
  useEffect(() => {
    if (isOver || name !== undefined) drafts.keepTask(taskId, name);
  }, [drafts, taskId, name, isOver]);
  const [times, setTimes] = useState(0);
  const [, setChanges] = useState(0);
  return {
    ...draft,
    times,
    keep(entered) {
      const wasShared = draft.isShared();
      draft.keep(entered);
      // Not with every key, because nothing else is shown of it.
      if (draft.isShared() !== wasShared) setChanges((count) => count + 1);
    },
    exchange() {
      draft.exchange();
      setTimes((count) => count + 1);
    },
  };
}
