import type { AgentDescription } from '@formwork/client';
import { toVisibleText } from '@formwork/react';
import { type Language, toLocale } from '@formwork/react/internal';
import type { Json, JsonSchema } from '@formwork/schema';
import { Fragment, type ReactNode } from 'react';
import type { Run } from '../history/run.ts';
import { DataSummary } from '../parts/data-summary.tsx';
import { Select } from '../parts/select.tsx';
import { toFieldLabel, toPropertySchema } from '../parts/to-field-label.ts';
import { Icon, type IconName } from '../parts/work-icon.tsx';
import { toHash } from '../permalink/route.ts';
import { toRunTitle } from '../runs/run-list.tsx';
import { createTextsHook, useTexts } from '../texts/use-texts.ts';
import { findInput } from '../work/run-input.ts';
import { findSkill, useWorkspace } from '../workspace/workspace.ts';
import { diffJson, type JsonChange } from './diff-json.ts';
import { diffWords } from './diff-words.ts';
import { type Candidate, useComparison } from './use-comparison.ts';

const ENGLISH: CompareTexts = {
  compareTitle: 'Compare two runs',
  compareWith: 'Compare with',
  compareNone: 'Run this skill once more to compare.',
  compareInput: 'What was sent',
  compareResult: 'What came back',
  compareSame: 'No difference',
  field: 'Field',
  before: 'Before',
  after: 'After',
  changes: { added: 'Added', removed: 'Removed', changed: 'Changed' },
};

const GERMAN: CompareTexts = {
  compareTitle: 'Zwei Ausführungen vergleichen',
  compareWith: 'Vergleichen mit',
  compareNone: 'Führen Sie das noch einmal aus, um zu vergleichen.',
  compareInput: 'Was gesendet wurde',
  compareResult: 'Was zurückkam',
  compareSame: 'Kein Unterschied',
  field: 'Feld',
  before: 'Vorher',
  after: 'Nachher',
  changes: { added: 'Neu', removed: 'Entfernt', changed: 'Geändert' },
};

const ARABIC: CompareTexts = {
  compareTitle: 'قارن تشغيلين',
  compareWith: 'قارن مع',
  compareNone: 'شغّل هذه المهارة مرة أخرى للمقارنة.',
  compareInput: 'ما أُرسل',
  compareResult: 'ما عاد',
  compareSame: 'لا فرق',
  field: 'الحقل',
  before: 'قبل',
  after: 'بعد',
  changes: { added: 'أُضيف', removed: 'أُزيل', changed: 'تغيّر' },
};

/** Returns the texts of the screen that compares two runs, in the language of the page. */
const useCompareTexts: () => CompareTexts = createTextsHook({
  en: ENGLISH,
  de: GERMAN,
  ar: ARABIC,
});

/** Draws the comparison of two runs: their inputs and their outcomes. */
export function CompareScreen({ run: shown }: { readonly run: Run }): ReactNode {
  const texts = useTexts();
  const compareTexts = useCompareTexts();
  const { routeAgent, description } = useWorkspace();
  const { run, candidates, chosen, otherRun, isLoading, choose } = useComparison(shown);
  const before = otherRun !== undefined && otherRun.startedAt < run.startedAt ? otherRun : run;
  const after = before === run ? otherRun : run;
  return (
    <>
      <header className="work-head">
        <div>
          <h1 tabIndex={-1}>{compareTexts.compareTitle}</h1>
          <p className="lead" dir="auto">
            {toName({ title: toRunTitle(run, texts.language), startedAt: run.startedAt })}
          </p>
        </div>
        <a className="quiet" href={toHash({ ...routeAgent, run: run.id })}>
          <Icon name="arrow" />
          {texts.result}
        </a>
      </header>
      {chosen !== undefined && (
        <Select
          label={compareTexts.compareWith}
          value={chosen}
          options={candidates.map((each) => [each.id, toName(each)] as const)}
          onChange={choose}
        />
      )}
      {chosen === undefined && !isLoading && <p className="card">{compareTexts.compareNone}</p>}
      {otherRun === undefined && (isLoading || chosen !== undefined) && (
        <div className="skeleton" />
      )}
      {otherRun !== undefined && after !== undefined && (
        <>
          <Changes
            title={compareTexts.compareInput}
            runs={[before, after]}
            values={[toInput(before), toInput(after)]}
            schema={findInput(description, after)?.schema}
          />
          <Changes
            title={compareTexts.compareResult}
            runs={[before, after]}
            values={[toResult(before), toResult(after)]}
            schema={findOutput(description, run.skillId, toSchemaName(after))}
          />
        </>
      )}
    </>
  );

  function toName({ title, startedAt }: Pick<Candidate, 'title' | 'startedAt'>): string {
    return `${title} · ${toMoment(startedAt, texts.language)}`;
  }
}

const ICONS: Readonly<Record<JsonChange['kind'], IconName>> = {
  added: 'plus',
  removed: 'trash',
  changed: 'edit',
};

function Changes({
  title,
  runs,
  values,
  schema,
}: {
  readonly title: string;
  readonly runs: readonly [Run, Run];
  readonly values: readonly [Json | undefined, Json | undefined];
  readonly schema: unknown;
}): ReactNode {
  const texts = useTexts();
  const compareTexts = useCompareTexts();
  const [before, after] = values;
  const changes = diffJson(before, after);
  const [first, second] = runs.map(({ startedAt }) => toMoment(startedAt, texts.language));
  return (
    <section className="card">
      <h2>{title}</h2>
      {changes.length === 0 ? (
        <p className="state" data-state="done">
          <Icon name="check" />
          {compareTexts.compareSame}
        </p>
      ) : (
        <div className="scroll" tabIndex={0} role="region" aria-label={title}>
          <table>
            <thead>
              <tr>
                <th scope="col">{compareTexts.field}</th>
                <th scope="col">
                  {compareTexts.before} <span className="faint">{first}</span>
                </th>
                <th scope="col">
                  {compareTexts.after} <span className="faint">{second}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {changes.map(({ kind, pointer, path, before: old, after: now }) => (
                <tr key={`${kind} ${pointer}`} data-kind={kind}>
                  <th scope="row">
                    <span dir="auto">{toLabel(path, schema)}</span>
                    <span className="state">
                      <Icon name={ICONS[kind]} />
                      {compareTexts.changes[kind]}
                    </span>
                  </th>
                  <td>
                    {typeof old === 'string' && typeof now === 'string' && isLong(old, now) ? (
                      <WordDiff before={old} after={now} shown="removed" />
                    ) : (
                      old !== undefined && (
                        <DataSummary data={old} schema={findSchemaAt(path, schema)} />
                      )
                    )}
                  </td>
                  <td>
                    {typeof old === 'string' && typeof now === 'string' && isLong(old, now) ? (
                      <WordDiff before={old} after={now} shown="added" />
                    ) : (
                      now !== undefined && (
                        <DataSummary data={now} schema={findSchemaAt(path, schema)} />
                      )
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

/** Writes a moment to the second, because two runs may be of the same minute. */
function toMoment(time: number, language: Language): string {
  const format = { dateStyle: 'medium', timeStyle: 'medium' } as const;
  return new Intl.DateTimeFormat(toLocale(language), format).format(time);
}

/** The number of characters of a text above which two texts are compared by words. */
const LONG_TEXT = 40;

/** True for two texts of which one is long. */
function isLong(before: string, after: string): boolean {
  return Math.max(before.length, after.length) > LONG_TEXT;
}

/** Draws one of two texts, with its words marked that the other one lacks. */
function WordDiff({
  before,
  after,
  shown,
}: {
  readonly before: string;
  readonly after: string;
  /** The text that is drawn: the older one with what was removed, or the newer one. */
  readonly shown: 'removed' | 'added';
}): ReactNode {
  const Mark = shown === 'removed' ? 'del' : 'ins';
  return (
    <p className="words" dir="auto">
      {diffWords(before, after)
        .filter(({ kind }) => kind === 'same' || kind === shown)
        .map(({ kind, text }, at) =>
          kind === 'same' ? (
            <Fragment key={at}>{toVisibleText(text)}</Fragment>
          ) : (
            <Mark key={at}>{toVisibleText(text)}</Mark>
          ),
        )}
    </p>
  );
}

/** Finds the schema of the value at a path. */
function findSchemaAt(path: readonly string[], schema: unknown): unknown {
  return path.reduce((subschema, name) => toPropertySchema(subschema, name, schema), schema);
}

/** Makes the label of the value at a path: the titles of all fields on it, joined by arrows. */
function toLabel(path: readonly string[], schema: unknown): string {
  const labels = path.map((name, depth) =>
    /^(?:\d+|“.*”)$/u.test(name)
      ? name
      : toFieldLabel(findSchemaAt(path.slice(0, depth), schema), name, schema),
  );
  return labels.length === 0 ? '–' : labels.join(' › ');
}

function toInput({ input }: Run): Json {
  return input.kind === 'text' ? input.text : input.data;
}

function toResult({ outcome }: Run): Json | undefined {
  if (outcome?.kind !== 'result') return outcome?.text;
  return outcome.data ?? outcome.text;
}

function toSchemaName({ outcome }: Run): string | undefined {
  return outcome?.kind === 'result' ? outcome.schema : undefined;
}

/**
 * Finds the schema of a skill's output by the name of the output; without a name, that of the first
 * output.
 */
function findOutput(
  description: AgentDescription,
  skillId: string,
  name?: string,
): JsonSchema | undefined {
  const outputs = findSkill(description, skillId)?.outputs ?? [];
  const match = name === undefined ? outputs[0] : outputs.find((output) => output.name === name);
  return match?.kind === 'usable' ? match.schema : undefined;
}

/** The texts of the screen that compares two runs, in one language. */
interface CompareTexts {
  readonly compareTitle: string;
  readonly compareWith: string;
  readonly compareNone: string;
  readonly compareInput: string;
  readonly compareResult: string;
  readonly compareSame: string;
  readonly field: string;
  readonly before: string;
  readonly after: string;
  readonly changes: {
    readonly added: string;
    readonly removed: string;
    readonly changed: string;
  };
}
