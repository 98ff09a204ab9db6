import { parsePointer } from '@formwork/schema/json';
import { createElement, Fragment, type ReactNode } from 'react';
import { formatNumber } from '../text/format-number.ts';
import { toVisibleText } from '../text/visible-text.ts';
import { useFormSettings } from '../theme/form-settings.ts';
import { revealField } from '../theme/reveal-field.ts';
import { useLazyMessages } from '../theme/use-lazy-messages.ts';
import type { ListedProblem } from './listed-problems.ts';

/**
 * Draws the list of problems above a form: what is missing in one group on one line, each field with
 * a link to it, and what was mended since the form was refused struck out.
 */
export function ProblemList({
  problems,
}: {
  readonly problems: readonly ListedProblem[];
}): ReactNode {
  const settings = useFormSettings();
  const { messages, headingLevel } = settings;
  const left = problems.filter(({ isMended }) => !isMended);
  const heading = useLazyMessages()?.problems.left(
    left.length,
    formatNumber(left.length, messages.language),
    left.every(({ isMissing }) => isMissing),
  );
  const comma = messages.direction === 'rtl' ? '، ' : ', ';
  return (
    // What was mended is said once, below the form: an alert would read all of the list again.
    <div role={left.length === problems.length ? 'alert' : undefined}>
      {heading !== undefined && createElement(`h${headingLevel}`, {}, heading)}
      <ul>
        {[...toLines(problems)].map(([key, line]) => (
          <li key={key}>
            {line.map((problem, at) => (
              <Fragment key={problem.pointer}>
                {line.length > 1 && (at === 0 ? `${toVisibleText(problem.where)}: ` : comma)}
                {drawProblem(problem, line.length > 1)}
              </Fragment>
            ))}
          </li>
        ))}
      </ul>
    </div>
  );

  function drawProblem(problem: ListedProblem, isShort: boolean): ReactNode {
    const { pointer, element, isMended, label, line } = problem;
    const words = isShort ? toVisibleText(label) : line;
    if (isMended) return <s>{words}</s>;
    return (
      <a
        href={`#${element?.id ?? ''}`}
        onClick={(event) => {
          event.preventDefault();
          revealField(parsePointer(pointer), settings);
        }}
      >
        {words}
      </a>
    );
  }
}

/** Puts what is missing in one group on one line, where the first of it stands. */
function toLines(problems: readonly ListedProblem[]): ReadonlyMap<string, ListedProblem[]> {
  const lines = new Map<string, ListedProblem[]>();
  for (const problem of problems) {
    const { where, isMissing, pointer } = problem;
    // Two groups may have the same name.
    const group = pointer.slice(0, pointer.lastIndexOf('/'));
    const key = isMissing && where !== '' ? `${group} ${where}` : `${pointer} ${problem.line}`;
    const line = lines.get(key);
    if (line === undefined) lines.set(key, [problem]);
    else line.push(problem);
  }
  return lines;
}
