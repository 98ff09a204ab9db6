import { type ReactNode, useId, useState } from 'react';
import type { ConsoleTask } from '../../api/console-api.ts';
import { useFormat } from '../parts/format.ts';
import { CodeLabel } from '../parts/state-label.tsx';
import { useTexts } from '../texts/use-texts.ts';
import { type Attempt, compareSteps, findDuration, listAttempts } from './to-attempts.ts';

/** Draws two attempts of a task beside each other: how they ended, and how long their steps took. */
export function AttemptComparison({ value }: { readonly value: ConsoleTask }): ReactNode {
  const texts = useTexts();
  const attempts = listAttempts(value);
  const [chosen, setChosen] = useState<readonly [number, number]>();
  const [left, right] = chosen ?? [attempts.length - 2, attempts.length - 1];
  const [first, second] = [attempts[left], attempts[right]];
  if (first === undefined || second === undefined) return null;
  const name = ({ span }: Attempt): string => texts.task.attempt(span.name, span.answers);
  const choose = { attempts: attempts.map(name), label: texts.task.attemptShown };
  return (
    <section>
      <h2>{texts.task.compare}</h2>
      <div className="scroll" tabIndex={0} role="region" aria-label={texts.task.compare}>
        <table className="numbers compared">
          <thead>
            <tr>
              <td />
              <th scope="col">
                <AttemptSelect {...choose} at={left} onChange={(at) => setChosen([at, right])} />
              </th>
              <th scope="col">
                <AttemptSelect {...choose} at={right} onChange={(at) => setChosen([left, at])} />
              </th>
              <th scope="col" className="number">
                {texts.task.difference}
              </th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">{texts.task.outcome}</th>
              {[first, second].map(({ span: { reason, outcome } }, index) => (
                <td key={index}>
                  {outcome === undefined ? texts.states.running : <CodeLabel code={outcome} />}
                  {reason !== undefined && reason !== outcome && (
                    <span className="note">
                      {' '}
                      <CodeLabel code={reason} />
                    </span>
                  )}
                </td>
              ))}
              <td />
            </tr>
            <Times
              name={texts.task.took}
              took={[first, second].map(({ span }) => findDuration(span))}
            />
            {compareSteps(first, second).map((step) => (
              <Times key={step.name} {...step} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Times({
  name,
  took,
}: {
  readonly name: string;
  readonly took: readonly (number | undefined)[];
}): ReactNode {
  const format = useFormat();
  const [first, second] = took;
  const difference = first === undefined || second === undefined ? undefined : second - first;
  const sign = difference === undefined || difference === 0 ? '' : difference > 0 ? '+' : '−';
  return (
    <tr>
      <th scope="row" dir="auto">
        {name}
      </th>
      {took.map((ms, index) => (
        <td key={index}>{ms === undefined ? '–' : format.span(ms)}</td>
      ))}
      <td className="number">
        {difference !== undefined && `${sign}${format.span(Math.abs(difference))}`}
      </td>
    </tr>
  );
}

function AttemptSelect({
  attempts,
  label,
  at,
  onChange,
}: {
  readonly attempts: readonly string[];
  readonly label: string;
  readonly at: number;
  readonly onChange: (at: number) => void;
}): ReactNode {
  const id = useId();
  return (
    <select
      id={id}
      aria-label={label}
      value={at}
      onChange={({ target }) => onChange(Number(target.value))}
    >
      {attempts.map((name, index) => (
        <option key={index} value={index}>
          {name}
        </option>
      ))}
    </select>
  );
}
