import { createId } from '@formwork/react/internal';
import type { Json } from '@formwork/schema';
import { useEffect, useMemo, useRef, useState } from 'react';
import { toDraftId, type Draft } from '../history/draft.ts';
import { isMadeForAnother, type LinkedData } from '../permalink/route.ts';
import { withoutSecrets } from '../storage/without-secrets.ts';
import { useTexts } from '../texts/use-texts.ts';
import { useWorkspace, type UsableSchema } from '../workspace/workspace.ts';

/** The data that a form begins with, and their origin: a run, an example, a link, a draft, or none. */
export interface Start {
  /** The id of the data that the form begins with; when it changes, a new form is drawn. */
  readonly id: string;
  readonly from: 'new' | 'run' | 'example' | 'link' | 'draft';
  readonly data?: Json;
  /**
   * The time when the draft was stored or the run was sent, in milliseconds since 1970; 0 for a
   * form without either.
   */
  readonly time: number;
  /** True if the schema of the form has changed since its data were entered. */
  readonly isOther: boolean;
}

/** The most drafts of a form that others came after, such as those of further tabs. */
const MAX_EARLIER = 4;

/** Milliseconds between the last change of a form and the storing of its draft. */
const DRAFT_DELAY = 400;

/**
 * Chooses the data that a form begins with (from a run, a link or a draft) and stores drafts of it.
 */
export function useFormStart({
  skillId,
  input,
  linked,
}: {
  readonly skillId: string;
  readonly input: UsableSchema;
  readonly linked: LinkedData | undefined;
}): {
  readonly start: Start;
  /**
   * The React key and the data of the drawn form. When the person changes the language, a new form
   * is drawn with the entered data.
   */
  readonly drawn: { readonly key: string; readonly data: Json | undefined };
  /** Stores the data as a draft after a short pause, or at once when the page or form closes. */
  readonly keep: (data: Json | undefined) => void;
  /** Returns the current data of the form. */
  readonly read: () => Json | undefined;
  /** True if another tab has stored a draft of the form meanwhile: both are kept. */
  readonly isShared: boolean;
  /** Deletes the draft after the form was sent, but none that was begun before a link filled it. */
  readonly end: () => void;
  /** Deletes the draft and begins with the one before it, else with an empty form. */
  readonly startOver: () => void;
} {
  const { language } = useTexts();
  const { agent, drafts, prefill } = useWorkspace();
  const { name, fingerprint, schema } = input;
  const draftId = toDraftId(skillId, name);
  const skillPrefill = prefill?.skill === skillId && prefill.schema === name ? prefill : undefined;
  const filler = useMemo(() => toFiller(), [skillPrefill, linked, schema]);
  const pending = useRef<() => void>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [isShared, setShared] = useState(false);
  /** The data of the draft that this form has read or stored last, as JSON. */
  const mine = useRef<string>(undefined);
  const source = skillPrefill ?? linked;
  /**
   * The run or link whose data the person has declined by starting over. It is a new object each
   * time, so that the form begins anew.
   */
  const [unwanted, setUnwanted] = useState<{ readonly source: object | undefined }>();
  // The draft is read only once, because later only this form writes it.
  const start = useMemo(() => choose(), [unwanted, source, filler, draftId, fingerprint]);
  const entered = useRef<{ readonly start: Start; readonly data: Json | undefined }>(undefined);
  const entry = entered.current?.start === start ? entered.current : { data: start.data };

  useEffect(() => {
    const leave = (): void => {
      if (document.visibilityState === 'hidden') flush();
    };
    // Before others hear of it, because the draft may follow the person to another device.
    window.addEventListener('pagehide', flush, true);
    document.addEventListener('visibilitychange', leave);
    return () => {
      window.removeEventListener('pagehide', flush, true);
      document.removeEventListener('visibilitychange', leave);
      flush();
    };
  }, []);

  /**
   * Returns a name for the run or link that filled the form, which its draft is stored with;
   * `undefined` if nothing filled it.
   */
  function toFiller(): string | undefined {
    if (skillPrefill !== undefined) return `run ${skillPrefill.id}`;
    if (linked === undefined) return undefined;
    return `link ${JSON.stringify(withoutSecrets(linked.data, schema) ?? null)}`;
  }

  function choose(): Start {
    // Data that were entered until now belong to the previous form, so they are stored first.
    flush();
    const draft = find(draftId);
    mine.current = toDraftText(draft);
    const isDeclined = unwanted !== undefined && unwanted.source === source;
    if (isDeclined && draft === undefined) {
      return { id: `new ${createId()}`, from: 'new', time: 0, isOther: false };
    }
    if (!isDeclined && filler !== undefined && draft?.filler !== filler) {
      if (skillPrefill !== undefined) {
        const isOther = skillPrefill.fingerprint !== fingerprint;
        const from = skillPrefill.run === undefined ? 'example' : 'run';
        return { id: filler, from, data: skillPrefill.data, time: skillPrefill.time, isOther };
      }
      if (linked !== undefined) {
        const isOther = isMadeForAnother(linked, fingerprint);
        const id = `${filler} ${linked.fingerprint}`;
        return { id, from: 'link', data: linked.data, time: 0, isOther };
      }
    }
    if (draft === undefined) return { id: 'new', from: 'new', time: 0, isOther: false };
    const { savedAt: time, data } = draft;
    const isOther = draft.fingerprint !== fingerprint;
    return { id: `draft ${time}`, from: 'draft', data, time, isOther };
  }

  function flush(): void {
    clearTimeout(timer.current);
    pending.current?.();
    pending.current = undefined;
  }

  function find(wantedId: string): Draft | undefined {
    return drafts.list().find(({ id }) => id === wantedId);
  }

  /** True for a draft that was begun before a run, a link or an example filled this form. */
  function isEarlier(draft: Draft): boolean {
    return start.from !== 'draft' && start.from !== 'new' && draft.filler !== filler;
  }

  /** Lists the drafts of this form that others came after, the newest first. */
  function listEarlier(): readonly Draft[] {
    return drafts.list().filter(({ id }) => id.startsWith(toEarlierStart(draftId)));
  }

  /** Removes what this form has stored, if another draft came after it. */
  function dropMine(): void {
    for (const earlier of listEarlier()) {
      if (toDraftText(earlier) === mine.current) drafts.remove(earlier.id);
    }
  }

  /** Keeps a draft that another one comes after. */
  function putAside(before: Draft): void {
    dropMine();
    for (const { id } of listEarlier().slice(MAX_EARLIER - 1)) drafts.remove(id);
    drafts.put({ ...before, id: `${toEarlierStart(draftId)},"at":${before.savedAt}}` });
  }

  /** Removes the draft of this form, and brings back the one before it. */
  function forget(): void {
    clearTimeout(timer.current);
    pending.current = undefined;
    const draft = find(draftId);
    // Another tab, or another device, has stored it since.
    if (draft !== undefined && toDraftText(draft) !== mine.current) return dropMine();
    if (draft !== undefined && isEarlier(draft)) return;
    drafts.remove(draftId);
    const [earlier] = listEarlier();
    if (earlier === undefined) return;
    // Another time than the one at which the agent learned that the draft ended.
    drafts.put({ ...earlier, id: draftId, savedAt: earlier.savedAt + 1 });
    drafts.remove(earlier.id);
  }

  return {
    start,
    drawn: { key: `${agent} ${draftId} ${fingerprint} ${start.id} ${language}`, data: entry.data },
    keep(data) {
      entered.current = { start, data };
      pending.current = () => {
        const draftData = data === undefined ? undefined : withoutSecrets(data, schema);
        const draft = { id: draftId, fingerprint, savedAt: Date.now() } satisfies Partial<Draft>;
        const before = find(draftId);
        if (before !== undefined) {
          const isOther = toDraftText(before) !== mine.current;
          if (isOther) setShared(true);
          if (isOther || isEarlier(before)) putAside(before);
        }
        if (draftData === undefined) drafts.remove(draftId);
        else drafts.put({ ...draft, data: draftData, ...(filler !== undefined && { filler }) });
        mine.current = toDraftText(find(draftId));
      };
      clearTimeout(timer.current);
      timer.current = setTimeout(flush, DRAFT_DELAY);
    },
    read: () => (entered.current?.start === start ? entered.current.data : start.data),
    isShared,
    end: forget,
    startOver() {
      forget();
      setShared(false);
      setUnwanted({ source });
    },
  };
}

/** Returns how the ids of earlier drafts begin; only this browser has them: no form has such an id. */
function toEarlierStart(draftId: string): string {
  return JSON.stringify({ earlier: draftId }).slice(0, -1);
}

function toDraftText(draft: Draft | undefined): string | undefined {
  return draft && JSON.stringify(draft.data);
}
