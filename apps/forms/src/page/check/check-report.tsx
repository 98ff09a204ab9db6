import { useFormMessages } from '../form/use-form-messages.ts';
import { Icon } from '../parts/work-icon.tsx';
import { useCheckTexts } from './check-texts.ts';
import type { DocumentTextReport, PlacedProblem } from '@formwork/documents';
import { parsePointer } from '@formwork/schema/json';
import type { ReactNode } from 'react';

interface CheckReportProps {
  /** The report to draw; `undefined` while no document is checked. */
  readonly report: DocumentTextReport | undefined;
  readonly onPlace: (problem: PlacedProblem) => void;
  readonly onSchema: (reference: string) => void;
}

/** Draws the report on a document: whether it is valid, as which kind, and its problems. */
export function CheckReport({ report, onPlace, onSchema }: CheckReportProps): ReactNode {
  const own = useCheckTexts();
  const candidates = report?.detection?.candidates ?? [];
  const [first] = candidates;
  const equals = candidates.filter(
    (one) => report?.detection?.kind === 'ambiguous' && one.fits === first?.fits,
  );
  const form = report?.form;
  const near = first !== undefined && first.missing.length > 0 ? first : undefined;
  const companion = report?.companion;
  const names = new Set([form, ...(report?.valid === true ? equals.map((one) => one.form) : [])]);
  const what =
    form !== undefined && companion !== undefined
      ? `${[form.dialect, companion.dialect].toSorted().toReversed().join(' + ')} ${form.kind}`
      : [...names].flatMap((one) => (one ? [`${one.dialect} ${one.kind}`] : [])).join(', ');
  return (
    <section className="card check-report" aria-label={own.title}>
      <div role="status">
        {report === undefined && <p className="help">{own.nothing}</p>}
        {report?.valid === true && (
          <p className="state" data-state="done">
            <Icon name="check" />
            {own.valid(what)}
          </p>
        )}
        {report?.valid === false && (
          <>
            <p className="state" data-state="failed">
              <Icon name="alert" />
              {own.problems(report.problems.length)}
            </p>
            {form === undefined && report.detection !== undefined && <p>{own.unknown}</p>}
            {form !== undefined && <p>{own.takenFor(what)}</p>}
            {near !== undefined && (
              <p>
                {own.looksLike(near.form.kind === 'card' ? own.card : near.form.kind, near.missing)}
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
          <h2>{own.warnings}</h2>
          <ProblemList problems={report.warnings} onPlace={onPlace} onSchema={onSchema} />
        </>
      )}
      {candidates.length > 0 && (
        <details>
          <summary>{own.why}</summary>
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

interface ProblemListProps {
  readonly problems: readonly PlacedProblem[];
  /** Called with a problem when the person asks to see its place in the document. */
  readonly onPlace: (problem: PlacedProblem) => void;
  readonly onSchema: (reference: string) => void;
}

/** Draws problems, each with a button to its place and one to the schema that it comes from. */
function ProblemList({ problems, onPlace, onSchema }: ProblemListProps): ReactNode {
  const own = useCheckTexts();
  const messages = useFormMessages();
  return (
    <ol className="check-problems">
      {problems.map((problem) => {
        const { line, column, pointer, message, suggestion, schema } = problem;
        return (
          <li key={`${line}:${column} ${pointer} ${message}`}>
            <button type="button" className="quiet" onClick={() => onPlace(problem)}>
              {own.place(line, column)}
            </button>
            {schema !== undefined && (
              <button
                type="button"
                className="quiet"
                aria-label={`${own.schema}: ${schema}`}
                onClick={() => onSchema(schema)}
              >
                {own.schema}
              </button>
            )}
            {messages !== undefined && messages.language.slice(0, 2) !== 'en' && (
              <p>{messages.misfit(toName(problem, own.document), problem)}</p>
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
