import type { AgentDescription, DescribedSkill } from '@formwork/client';
import { toVisibleText, humanizeName } from '@formwork/react';
import { lazyPart } from '@formwork/react/internal';
import type { Json } from '@formwork/schema';
import { getOwn, isRecord } from '@formwork/schema/json';
import { Suspense, type ReactNode } from 'react';
import { Badge } from '../parts/badge.tsx';
import { formatNumber } from '../parts/format-number.ts';
import { Icon } from '../parts/icon.tsx';
import { summarize } from '../parts/summarize.ts';
import { toHash } from '../permalink/route.ts';
import { useTexts } from '../texts/use-texts.ts';
import { showSheet } from '../workspace/sheets.ts';
import { useWorkspace, type UsableSchema } from '../workspace/workspace.ts';

const Composer = lazyPart(async () => (await import('../form/composer.tsx')).Composer);
const RunList = lazyPart(async () => (await import('../runs/run-list.tsx')).RunList);

/** The number of skills that are offered beside the first one; the search has all of them. */
const MOST_OFFERED = 8;

/** The number of runs that are listed; the history has all of them. */
const MOST_RECENT = 5;

/**
 * Draws the first screen of an agent: what waits for the person, an example to begin with, and what
 * the person did last.
 */
export function Landing({ note }: { readonly note: string | undefined }): ReactNode {
  const texts = useTexts();
  const { description, runs } = useWorkspace();
  const { skills, name, description: about, icon } = description;
  const first = findFillingExample(description);
  const otherSkills = skills.filter(({ id }) => id !== first?.skill.id);
  const hiddenCount = otherSkills.length - MOST_OFFERED;
  const isAsked = runs.some(({ state }) => state === 'asking');
  return (
    <>
      <header className="work-head">
        <Badge name={name} icon={icon} />
        <div>
          <h1 tabIndex={-1} dir="auto">
            {name}
          </h1>
          <p className="lead" dir="auto">
            {about}
          </p>
        </div>
      </header>
      {note !== undefined && (
        <p className="note" role="status">
          {note}
        </p>
      )}
      {skills.length === 0 && (
        <>
          <p>{texts.noSkills}</p>
          <Composer skillId="" contextId="" />
        </>
      )}
      {isAsked && (
        <section aria-label={texts.waits}>
          <h2 className="label">{texts.waits}</h2>
          <Suspense>
            <RunList isWaiting />
          </Suspense>
        </section>
      )}
      {first !== undefined && <FirstExample example={first} />}
      {otherSkills.length > 0 && (
        <section aria-label={texts.tryOthers}>
          <h2 className="label">{first === undefined ? texts.chooseSkill : texts.tryOthers}</h2>
          <ul className="choices">
            {otherSkills.slice(0, MOST_OFFERED).map((skill) => (
              <li key={skill.id} data-plain={findExample(skill) === undefined || undefined}>
                <Offer skill={skill} />
              </li>
            ))}
          </ul>
          {hiddenCount > 0 && (
            <button type="button" className="quiet" onClick={() => showSheet('search')}>
              <Icon name="search" />
              {texts.more(hiddenCount)}
            </button>
          )}
        </section>
      )}
      {runs.length > 0 && (
        <section aria-label={texts.recent}>
          <h2 className="label">{texts.recent}</h2>
          <Suspense>
            <RunList most={MOST_RECENT} />
          </Suspense>
        </section>
      )}
    </>
  );
}

/** Draws the example that a person may begin with. */
function FirstExample({
  example,
}: {
  readonly example: NonNullable<ReturnType<typeof findFillingExample>>;
}): ReactNode {
  const texts = useTexts();
  const { routeAgent, fill } = useWorkspace();
  const { skill } = example;
  return (
    <section className="first" aria-label={texts.tryFirst}>
      <h2 className="label">{texts.tryFirst}</h2>
      <div className="card">
        <div className="first-head">
          <Badge name={skill.name} icon={skill.icon} />
          <div>
            <h3 dir="auto">{skill.name}</h3>
            <p className="lead" dir="auto">
              {skill.description}
            </p>
          </div>
        </div>
        <dl className="example">
          {toLines(example).map(({ label, value, schema }) => (
            <div key={label}>
              <dt dir="auto">{label}</dt>
              <dd dir="auto">
                {typeof value === 'number'
                  ? formatNumber(value, { schema, language: texts.language })
                  : summarize(value, texts.language)}
              </dd>
            </div>
          ))}
        </dl>
        <div className="buttons">
          <button type="button" className="main-button" onClick={() => fill(example)}>
            {texts.fillIn}
            <Icon name="arrow" />
          </button>
          <a className="quiet" href={toHash({ ...routeAgent, skill: skill.id })}>
            {texts.startEmpty}
          </a>
        </div>
      </div>
    </section>
  );
}

/** Draws a skill as a link to its form; with an example, the form begins filled with that. */
function Offer({ skill }: { readonly skill: DescribedSkill }): ReactNode {
  const { routeAgent, fill } = useWorkspace();
  const texts = useTexts();
  const example = findExample(skill);
  return (
    <a
      href={toHash({ ...routeAgent, skill: skill.id })}
      onClick={(event) => {
        // Another tab or window opens the empty form.
        if (example === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        fill(example);
      }}
    >
      <Badge name={skill.name} icon={skill.icon} />
      <strong dir="auto">{skill.name}</strong>
      <span dir="auto">
        {example === undefined ? skill.description : summarize(example.data, texts.language)}
      </span>
    </a>
  );
}

/** An example of a skill that fills one of its forms. */
interface FillingExample {
  readonly skill: DescribedSkill;
  readonly schema: UsableSchema;
  readonly data: Json;
}

/** The number of values of an example that are shown. */
const MOST_VALUES = 4;

/** Returns the first values of an example. */
function toLines({ schema, data }: FillingExample): readonly {
  readonly label: string;
  readonly value: Json;
  readonly schema: unknown;
}[] {
  if (!isRecord(data)) return [{ label: '', value: data, schema: schema.schema }];
  const { properties } = schema.schema as { readonly properties?: unknown };
  return Object.entries(data)
    .slice(0, MOST_VALUES)
    .map(([name, value]) => {
      const property = getOwn(properties, name);
      const title = isRecord(property) ? property['title'] : undefined;
      const label = toVisibleText(typeof title === 'string' ? title : humanizeName(name));
      return { label, value, schema: property };
    });
}

/** Finds the first example of an agent that fills a form. */
function findFillingExample({ skills }: AgentDescription): FillingExample | undefined {
  for (const skill of skills) {
    const example = findExample(skill);
    if (example !== undefined) return example;
  }
  return undefined;
}

function findExample(skill: DescribedSkill): FillingExample | undefined {
  for (const example of skill.examples) {
    if (example.kind !== 'input') continue;
    const schema = skill.inputs.find(({ name }) => name === example.schema);
    if (schema?.kind === 'usable') return { skill, schema, data: example.data };
  }
  return undefined;
}
