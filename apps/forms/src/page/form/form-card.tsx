import type { DescribedSkill } from '@formwork/client';
import { SkillForm } from '@formwork/react';
import { type Language, lazyPart, type Scheme } from '@formwork/react/internal';
import type { Json } from '@formwork/schema';
import { isRecord } from '@formwork/schema/json';
import { type ReactNode, Suspense, useMemo, useRef, useState } from 'react';
import { CopyButton } from '../parts/copy-button.tsx';
import { formatTime } from '../parts/format-time.ts';
import { OverflowMenu } from '../parts/overflow-menu.tsx';
import { summarize } from '../parts/summarize.ts';
import { Icon } from '../parts/work-icon.tsx';
import { type LinkedData, toHash } from '../permalink/route.ts';
import { hasSecrets, withoutSecrets } from '../storage/without-secrets.ts';
import type { FormTexts } from '../texts/form-texts.ts';
import { useTexts } from '../texts/use-texts.ts';
import { useSettings } from '../workspace/use-settings.ts';
import { type UsableSchema, useWorkspace } from '../workspace/workspace.ts';
import { useFiles } from './use-files.tsx';
import { useFormMessages } from './use-form-messages.ts';
import { type Start, useFormStart } from './use-form-start.ts';
import { useFormTexts } from './use-form-texts.ts';

const SPEAKING =
  /^(?:p.*erties|required|minProperties|(?:any|one|all)Of|\$ref|\$dynamicRef|if|enum|const|depend.*)$/u;

/** The limits of forms for the only agent of a page, which is no stranger. */
const OWN_LIMITS = {
  schemas: 20_000,
  visible: 2000,
  fields: 100_000,
  parts: 20_000,
  choices: 20_000,
};

const DataProblems = lazyPart(async () => (await import('./data-problems.tsx')).DataProblems);

/**
 * Draws the form for a skill's input, with a note about the origin of the data that it begins with.
 */
export function FormCard({
  skill,
  input,
  linked,
}: {
  readonly skill: DescribedSkill;
  readonly input: UsableSchema;
  readonly linked: LinkedData | undefined;
}): ReactNode {
  const texts = useTexts();
  const formTexts = useFormTexts();
  const { settings } = useSettings();
  const { routeAgent, description, send } = useWorkspace();
  const { fingerprint, schema } = input;
  const isSecret = useMemo(() => hasSecrets(schema), [schema]);
  const { start, drawn, keep, read, isShared, end, startOver } = useFormStart({
    skillId: skill.id,
    input,
    linked,
  });
  const note = isShared
    ? { text: formTexts.otherTab, drift: '' }
    : toNote(start, formTexts, texts.language);
  const files = useFiles(skill);
  const isSent = useRef(false);

  function deliver(data: Json): Promise<void> {
    return files.whenRead((sentFiles) => {
      // A key that is pressed twice sends once, before the page shows the run.
      if (isSent.current) return;
      isSent.current = true;
      send(skill, input, { data, historyData: withoutSecrets(data, schema), ...sentFiles });
      end();
    });
  }

  function toLink(): string | undefined {
    const data = read();
    const shown = data === undefined ? undefined : withoutSecrets(data, schema);
    const skillRoute = { ...routeAgent, skill: skill.id, schema: input.name };
    const hash = toHash(
      shown === undefined ? skillRoute : { ...skillRoute, linked: { data: shown, fingerprint } },
    );
    return hash === undefined ? undefined : new URL(hash, window.location.href).href;
  }

  if (isEmptySchema(schema)) {
    return (
      <section className="card">
        {files.picker ?? <p>{formTexts.noInput}</p>}
        <button type="button" className="main-button" onClick={() => void deliver({})}>
          {formTexts.run(skill.name)}
        </button>
      </section>
    );
  }
  return (
    <section className="card form-card">
      {note !== undefined && (
        <StartNote note={note} start={start} schema={schema} onStartOver={startOver} />
      )}
      {isSecret && (
        <p className="note" data-kind="warning">
          <Icon name="key" />
          {formTexts.secret(description.origin)}
        </p>
      )}
      {files.picker}
      <FormPart
        key={drawn.key}
        skill={skill}
        input={input}
        colorScheme={settings.scheme}
        initialData={drawn.data}
        onChange={keep}
        onSubmit={deliver}
        // The origin of the agent is shown only if the page may be used for several agents.
        {...(routeAgent.agent !== undefined && { origin: description.origin })}
        actions={
          <>
            <a
              className="quiet"
              href={toHash({ ...routeAgent, skill: skill.id, schema: input.name, view: 'batch' })}
            >
              <Icon name="rows" />
              {formTexts.batch}
            </a>
            <CopyButton
              icon="link"
              label={formTexts.copyLink}
              done={formTexts.linkCopied}
              none={formTexts.linkTooLong}
              toText={toLink}
            />
          </>
        }
      />
    </section>
  );
}

/** Draws the note about the origin of the data that a form begins with. */
function StartNote({
  note,
  start,
  schema,
  onStartOver,
}: {
  readonly note: { readonly text: string; readonly drift: string };
  readonly start: Start;
  readonly schema: UsableSchema['schema'];
  readonly onStartOver: () => void;
}): ReactNode {
  const formTexts = useFormTexts();
  return (
    <div className="note" role="status">
      <p>
        {note.text} {start.isOther && note.drift}
      </p>
      {start.isOther && start.data !== undefined && (
        <Suspense>
          <DataProblems schema={schema} data={start.data} />
        </Suspense>
      )}
      <button type="button" className="quiet" onClick={onStartOver}>
        {formTexts.startOver}
      </button>
    </div>
  );
}

/**
 * Returns the note about the origin of a form's data (a run, a link or a draft), with the warning
 * for a schema that has changed since; `undefined` for a new form.
 */
function toNote(
  { from, time }: Start,
  formTexts: FormTexts,
  language: Language,
): { readonly text: string; readonly drift: string } | undefined {
  const at = (): string => formatTime(time, language);
  switch (from) {
    case 'new':
    case 'example':
      return undefined;
    case 'run':
      return { text: formTexts.runFilled(at()), drift: formTexts.draftDrift };
    case 'link':
      return { text: formTexts.linkFilled, drift: formTexts.linkDrift };
    case 'draft':
      return { text: formTexts.draftBack(at()), drift: formTexts.draftDrift };
    default:
      return from satisfies never;
  }
}

/**
 * True for a schema that leaves nothing to fill in: an object without properties, or no keywords at
 * all.
 */
function isEmptySchema(schema: unknown): boolean {
  if (!isRecord(schema)) return schema === true;
  const { type = 'object', additionalProperties } = schema;
  if (type !== 'object' || isRecord(additionalProperties)) return false;
  return Object.entries(schema).every(
    ([name, value]) => !SPEAKING.test(name) || (isRecord(value) && Object.keys(value).length === 0),
  );
}

/** Draws the fields of a skill's input, with its examples above and its JSON on demand. */
function FormPart(props: {
  readonly skill: DescribedSkill;
  readonly input: UsableSchema;
  /**
   * The origin of the agent, such as `https://agent.example`; absent if the page is for one agent
   * only.
   */
  readonly origin?: string;
  readonly colorScheme: Scheme;
  readonly initialData: Json | undefined;
  readonly onChange: (data: Json | undefined) => void;
  readonly onSubmit: (data: Json) => Promise<void>;
  /** Elements to draw beside the button that sends the form. */
  readonly actions: ReactNode;
}): ReactNode {
  const { skill, input, origin, colorScheme, initialData, onChange, onSubmit, actions } = props;
  const texts = useTexts();
  const formTexts = useFormTexts();
  const messages = useFormMessages();
  const [view, setView] = useState<'form' | 'both'>('form');
  if (messages === undefined) return null;
  const examples = skill.examples.flatMap((example) => {
    if (example.kind !== 'input' || example.schema !== input.name) return [];
    const label = summarize(example.data, texts.language);
    return [{ data: example.data, ...(label !== '' && { label }) }];
  });
  return (
    <SkillForm
      schema={input.schema}
      title=""
      {...(origin === undefined ? { limits: OWN_LIMITS } : { origin })}
      examples={examples}
      view={view}
      submitLabel={formTexts.run(skill.name)}
      messages={messages}
      colorScheme={colorScheme}
      onChange={onChange}
      onSubmit={onSubmit}
      actions={
        <OverflowMenu>
          <button
            type="button"
            className="quiet"
            aria-pressed={view === 'both'}
            onClick={() => setView(view === 'both' ? 'form' : 'both')}
          >
            <Icon name="code" />
            {formTexts.asJson}
          </button>
          {actions}
        </OverflowMenu>
      }
      {...(initialData !== undefined && { initialData })}
    />
  );
}
