import type { Json } from '@formwork/schema';
import { useEffect, useMemo, useRef, useState } from 'react';
import { createId } from '@formwork/react/internal';
import { useWorkspace, type UsableSchema } from '../workspace/workspace.ts';
import { toDraftId, type Draft } from '../history/draft.ts';
import { isMadeForAnother, type LinkedData } from '../permalink/route.ts';
import { withoutSecrets } from '../storage/without-secrets.ts';
import { useTexts } from '../texts/use-texts.ts';

/** The value that a form begins with. */
export interface Start {
  /** Another one is another form. */
  readonly id: string;
  readonly from: 'new' | 'run' | 'link' | 'draft';
  readonly data?: Json;
  /** Milliseconds since 1970: when the draft was kept, or the run was sent. */
  readonly time: number;
  /** True if the schema has changed since. */
  readonly isOther: boolean;
}

/** A form that is filled in: what it begins with, and what becomes of what is entered. */
export interface Beginning {
  readonly start: Start;
  /** Key and data of the form that is drawn: another language draws it anew, with what was entered. */
  readonly drawn: { readonly key: string; readonly data: Json | undefined };
  /** Keeps a draft, soon; at once if the page or the form goes. */
  readonly keep: (data: Json | undefined) => void;
  /** The current value of the form. */
  readonly read: () => Json | undefined;
  /** Forgets the draft, as it was sent. */
  readonly end: () => void;
  /** Forgets the draft for an empty form. */
  readonly startOver: () => void;
}

/** Options of {@link useBeginning}. */
interface BeginningOptions {
  readonly skillId: string;
  readonly input: UsableSchema;
  readonly linked: LinkedData | undefined;
}

/** Milliseconds after the last change before a draft is kept. */
const DRAFT_DELAY = 400;

/** Begins a form with a run, a link or a draft, and keeps drafts of it. */
export function useBeginning({ skillId, input, linked }: BeginningOptions): Beginning {
  const { language } = useTexts();
  const { agent, drafts, prefill } = useWorkspace();
  const { name, fingerprint, schema } = input;
  const draftId = toDraftId(skillId, name);
  const given = prefill?.skill === skillId && prefill.schema === name ? prefill : undefined;
  const filler = useMemo(() => toFiller(), [given, linked, schema]);
  const pending = useRef<() => void>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const source = given ?? linked;
  /** Changes each time somebody refuses a value: something else may fill the form. */
  const [unwanted, setUnwanted] = useState<{ readonly source: object | undefined }>();
  // The draft is read once: while somebody types it is this form that writes it.
  const start = useMemo(() => choose(), [unwanted, source, filler, draftId, fingerprint]);
  const entered = useRef<{ readonly start: Start; readonly data: Json | undefined }>(undefined);
  const own = entered.current?.start === start ? entered.current : { data: start.data };

  useEffect(() => {
    const leave = (): void => {
      if (document.visibilityState === 'hidden') flush();
    };
    window.addEventListener('pagehide', flush);
    document.addEventListener('visibilitychange', leave);
    return () => {
      window.removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', leave);
      flush();
    };
  }, []);

  /** Who filled the form in, if not the person: their changes are kept under its name. */
  function toFiller(): string | undefined {
    if (given !== undefined) return `run ${given.id}`;
    if (linked === undefined) return undefined;
    return `link ${JSON.stringify(withoutSecrets(linked.data, schema) ?? null)}`;
  }

  function choose(): Start {
    // What was entered until now belongs to the form that was there before.
    flush();
    const draft = drafts.list().find(({ id }) => id === draftId);
    if (unwanted !== undefined && unwanted.source === source) {
      return { id: `new ${createId()}`, from: 'new', time: 0, isOther: false };
    }
    if (filler !== undefined && draft?.filler !== filler) {
      if (given !== undefined) {
        const isOther = given.fingerprint !== fingerprint;
        return { id: filler, from: 'run', data: given.data, time: given.time, isOther };
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

  function forget(): void {
    clearTimeout(timer.current);
    pending.current = undefined;
    drafts.remove(draftId);
  }

  return {
    start,
    drawn: { key: `${agent} ${draftId} ${start.id} ${language}`, data: own.data },
    keep(data) {
      entered.current = { start, data };
      pending.current = () => {
        const kept = data === undefined ? undefined : withoutSecrets(data, schema);
        const draft = { id: draftId, fingerprint, savedAt: Date.now() } satisfies Partial<Draft>;
        if (kept === undefined) drafts.remove(draftId);
        else drafts.put({ ...draft, data: kept, ...(filler !== undefined && { filler }) });
      };
      clearTimeout(timer.current);
      timer.current = setTimeout(flush, DRAFT_DELAY);
    },
    read: () => (entered.current?.start === start ? entered.current.data : start.data),
    end: forget,
    startOver() {
      forget();
      setUnwanted({ source });
    },
  };
}
