import type { DescribedSkill } from '@formwork/client';
import { lazy, Suspense, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { Json } from '@formwork/core';
import { useSettings } from '../app/use-settings.ts';
import { useWorkspace, type UsableSchema } from '../app/workspace.ts';
import { toDraftId } from '../history/draft.ts';
import { formatTime } from '../parts/format-time.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { isMadeForAnother, toHash, type LinkedData } from '../permalink/route.ts';
import { hasSecrets, withoutSecrets } from '../storage/without-secrets.ts';
import { useTexts } from '../texts/use-texts.ts';
import { FormPart } from './form-part.tsx';
import { isEmptySchema } from './is-empty-schema.ts';
import { Icon } from '../parts/icon.tsx';

const DataProblems = lazy(async () => ({
  default: (await import('./data-problems.tsx')).DataProblems,
}));

interface FormCardProps {
  readonly skill: DescribedSkill;
  readonly input: UsableSchema;
  readonly linked: LinkedData | undefined;
}

/** What the form begins with. */
interface Start {
  readonly id: string;
  readonly data?: Json;
  /** A word about where the data come from; `''` for a new form. */
  readonly note: string;
  /** Said if the schema has changed since. */
  readonly drift?: string;
}

/** Milliseconds after the last change before a draft is kept. */
const DRAFT_DELAY = 400;

/** The form of a skill, with what it begins with and a word about that. */
export function FormCard({ skill, input, linked }: FormCardProps): ReactNode {
  const texts = useTexts();
  const { settings } = useSettings();
  const { agent, routeAgent, description, drafts, prefill, send } = useWorkspace();
  const draftId = toDraftId(skill.id, input.name);
  const { fingerprint, schema } = input;
  const isSecret = useMemo(() => hasSecrets(schema), [schema]);
  const given = prefill?.skill === skill.id && prefill.schema === input.name ? prefill : undefined;
  const [round, setRound] = useState(0);
  const start = useMemo(
    () => choose(),
    // The draft is read once: while somebody types it is this form that writes it.
    [round, linked, given, draftId, fingerprint, texts],
  );
  const latest = useRef<Json | undefined>(start.data);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function choose(): Start {
    if (round > 0) return { id: `new ${round}`, note: '' };
    if (given !== undefined) {
      const note = texts.runFilled(formatTime(given.time, texts.language));
      const isOther = given.fingerprint !== fingerprint;
      return { id: given.id, data: given.data, note, ...(isOther && { drift: texts.draftDrift }) };
    }
    if (linked !== undefined) {
      const isOther = isMadeForAnother(linked, fingerprint);
      const note = texts.linkFilled;
      return { id: 'link', data: linked.data, note, ...(isOther && { drift: texts.linkDrift }) };
    }
    const draft = drafts.list().find(({ id }) => id === draftId);
    if (draft === undefined) return { id: 'new', note: '' };
    const note = texts.draftBack(formatTime(draft.savedAt, texts.language));
    const isOther = draft.fingerprint !== fingerprint;
    return { id: 'draft', data: draft.data, note, ...(isOther && { drift: texts.draftDrift }) };
  }

  function keep(data: Json | undefined): void {
    latest.current = data;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const kept = data === undefined ? undefined : withoutSecrets(data, schema);
      if (kept === undefined) drafts.remove(draftId);
      else drafts.put({ id: draftId, fingerprint, data: kept, savedAt: Date.now() });
    }, DRAFT_DELAY);
  }

  function submit(data: Json): void {
    clearTimeout(timer.current);
    drafts.remove(draftId);
    send(skill, input, data);
  }

  function toLink(): string | undefined {
    const data = latest.current;
    const shown = data === undefined ? undefined : withoutSecrets(data, schema);
    const place = { ...routeAgent, skill: skill.id, schema: input.name };
    const hash = toHash(
      shown === undefined ? place : { ...place, linked: { data: shown, fingerprint } },
    );
    return hash === undefined ? undefined : new URL(hash, window.location.href).href;
  }

  if (isEmptySchema(schema)) {
    return (
      <section className="card">
        <p>{texts.noInput}</p>
        <button type="button" className="main-button" onClick={() => send(skill, input, {})}>
          {texts.run(skill.name)}
        </button>
      </section>
    );
  }
  return (
    <section className="card form-card">
      {start.note !== '' && (
        <div className="note" role="status">
          <p>
            {start.note} {start.drift}
          </p>
          {start.drift !== undefined && start.data !== undefined && (
            <Suspense>
              <DataProblems schema={schema} data={start.data} />
            </Suspense>
          )}
          <button
            type="button"
            className="quiet"
            onClick={() => {
              drafts.remove(draftId);
              setRound(round + 1);
            }}
          >
            {texts.startOver}
          </button>
        </div>
      )}
      {isSecret && (
        <p className="note" data-kind="warning">
          <Icon name="key" />
          {texts.secret(description.origin)}
        </p>
      )}
      <FormPart
        key={`${agent} ${draftId} ${start.id} ${texts.language}`}
        skill={skill}
        input={input}
        colorScheme={settings.scheme}
        initialData={start.data}
        onChange={keep}
        onSubmit={submit}
        origin={description.origin}
        actions={
          <>
            <a
              className="quiet"
              href={toHash({ ...routeAgent, skill: skill.id, schema: input.name, view: 'batch' })}
            >
              <Icon name="rows" />
              {texts.batch}
            </a>
            <CopyButton
              icon="link"
              label={texts.copyLink}
              done={texts.linkCopied}
              none={texts.linkTooLong}
              toText={toLink}
            />
          </>
        }
      />
    </section>
  );
}
