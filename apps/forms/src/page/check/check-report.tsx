import type { DocumentTextReport, PlacedProblem } from '@formwork/documents';
import { parsePointer } from '@formwork/schema/json';
import type { ReactNode } from 'react';
import { useFormMessages } from '../form/use-form-messages.ts';
import { Icon } from '../parts/work-icon.tsx';
import { useCheckTexts } from './check-texts.ts';

/** Draws the report on a document: whether it is valid, as which kind, and its problems. */
export function CheckReport({
  report,
  onPlace,
  onSchema,
}: {
  /** The report to draw; `undefined` while no document is checked. */
  readonly report: DocumentTextReport | undefined;
  readonly onPlace: (problem: PlacedProblem) => void;
  readonly onSchema: (reference: string) => void;
}): ReactNode {
  const checkTexts = useCheckTexts();
  const candidates = report?.detection?.candidates ?? [];
  const [first] = candidates;
  const equals = candidates.filter(
    (candidate) => report?.detection?.kind === 'ambiguous' && candidate.fits === first?.fits,
  );
  const form = report?.form;
  const near = first !== undefined && first.missing.length > 0 ? first : undefined;
  const companion = report?.companion;
  const names = new Set([
    form,
    ...(report?.valid === true ? equals.map((candidate) => candidate.form) : []),
  ]);
  const what =
    form !== undefined && companion !== undefined
      ? `${[form.dialect, companion.dialect].toSorted().toReversed().join(' + ')} ${form.kind}`
      : [...names].flatMap((item) => (item ? [`${item.dialect} ${item.kind}`] : [])).join(', ');
  return (
    <section className="card check-report" aria-label={checkTexts.title}>
      <div role="status">
        {report === undefined && <p className="help">{checkTexts.nothing}</p>}
        {report?.valid === true && (
          <p className="state" data-state="done">
            <Icon name="check" />
            {checkTexts.valid(what)}
          </p>
        )}
        {report?.valid === false && (
          <>
            <p className="state" data-state="failed">
              <Icon name="alert" />
              {checkTexts.problems(report.problems.length)}
            </p>
            {form === undefined && report.detection !== undefined && <p>{checkTexts.unknown}</p>}
            {form !== undefined && <p>{checkTexts.takenFor(what)}</p>}
            {near !== undefined && (
              <p>
                {checkTexts.looksLike(
                  near.form.kind === 'card' ? checkTexts.card : near.form.kind,
                  near.missing,
                )}
              </p>
            )}
          </>
        )}
      </div>
      {report !== undefined && report.problems.length > 0 && (
        <ProblemList problems={report.problems} onPlace={onPlace} onSchema={onSchema} />
      )}
      {report !== undefined && report.warnings.length > 0 && (
        <>
          <h2>{checkTexts.warnings}</h2>
          <ProblemList problems={report.warnings} onPlace={onPlace} onSchema={onSchema} />
        </>
      )}
      {candidates.length > 0 && (
        <details>
          <summary>{checkTexts.why}</summary>
          <dl lang="en" dir="ltr">
            {candidates.map(({ form: candidate, reasons, fits }) => (
              <div key={candidate.schema}>
                <dt>
                  {candidate.dialect} {candidate.kind}
                  {fits && ' ✓'}
                </dt>
                <dd>{reasons.join('; ')}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </section>
  );
}

/** Draws problems, each with a button to its place and one to the schema that it comes from. */
function ProblemList({
  problems,
  onPlace,
  onSchema,
}: {
  readonly problems: readonly PlacedProblem[];
  /** Called with a problem when the person asks to see its place in the document. */
  readonly onPlace: (problem: PlacedProblem) => void;
  readonly onSchema: (reference: string) => void;
}): ReactNode {
  const checkTexts = useCheckTexts();
  const messages = useFormMessages();
  return (
    <ol className="check-problems">
      {problems.map((problem) => {
        const { line, column, pointer, message, suggestion, schema } = problem;
        return (
          <li key={`${line}:${column} ${pointer} ${message}`}>
            <button type="button" className="quiet" onClick={() => onPlace(problem)}>
              {checkTexts.place(line, column)}
            </button>
            {schema !== undefined && (
              <button
                type="button"
                className="quiet"
                aria-label={`${checkTexts.schema}: ${schema}`}
                onClick={() => onSchema(schema)}
              >
                {checkTexts.schema}
              </button>
            )}
            {messages !== undefined && messages.language.slice(0, 2) !== 'en' && (
              <p>{messages.misfit(toName(problem, checkTexts.document), problem)}</p>
            )}
            {/* The English message is shown as well, so that people can search for it. */}
            <p lang="en" dir="ltr">
              {pointer !== '' && <code>{pointer}</code>} {message}
              {suggestion !== undefined && ` – ${suggestion}`}
            </p>
          </li>
        );
      })}
    </ol>
  );
}

/**
 * Returns the name of the member that a problem is about; `whole` if it is about the whole
 * document.
 */
function toName({ pointer }: PlacedProblem, whole: string): string {
  return parsePointer(pointer).at(-1) ?? whole;
}
