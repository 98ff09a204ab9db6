import type { ReactNode } from 'react';
import type { ConsoleOverview } from '../../api/console-api.ts';
import { useFormat } from '../parts/format.ts';
import { useTexts } from '../texts/use-texts.ts';

type Hour = ConsoleOverview['hours'][number];

/** Draws the tasks that completed and failed in the last 24 hours, as a bar for each hour. */
export function DayChart({ hours }: { readonly hours: readonly Hour[] }): ReactNode {
  const { overview } = useTexts();
  const format = useFormat();
  const most = Math.max(1, ...hours.map(({ completed, failed }) => completed + failed));
  const sum = (name: 'completed' | 'failed'): number =>
    hours.reduce((total, hour) => total + hour[name], 0);
  const count = (name: 'completed' | 'failed', number: number): string =>
    overview[`${name}Count`](format.count(number));
  const describe = ({ completed, failed }: Pick<Hour, 'completed' | 'failed'>): string =>
    format.list([count('failed', failed), count('completed', completed)]);
  const whole = { completed: sum('completed'), failed: sum('failed') };
  const marks = [hours[0], hours[hours.length / 2]].filter((hour) => hour !== undefined);
  return (
    <section className="day">
      <div className="heading">
        <h2>{overview.day}</h2>
        <p className="day-keys">
          <span data-tone="bad" data-zero={whole.failed === 0 || undefined}>
            {count('failed', whole.failed)}
          </span>
          <span data-tone="good" data-zero={whole.completed === 0 || undefined}>
            {count('completed', whole.completed)}
          </span>
        </p>
      </div>
      <div className="day-bars" role="img" aria-label={`${overview.day}: ${describe(whole)}`}>
        {hours.map((hour) => (
          <span key={hour.startsAt} title={`${format.hour(hour.startsAt)}: ${describe(hour)}`}>
            {(['failed', 'completed'] as const).map(
              (name) =>
                hour[name] > 0 && (
                  <span
                    key={name}
                    data-tone={name === 'failed' ? 'bad' : 'good'}
                    style={{ blockSize: `${(hour[name] / most) * 100}%` }}
                  />
                ),
            )}
          </span>
        ))}
      </div>
      <p className="day-axis" aria-hidden="true">
        {marks.map(({ startsAt }) => (
          <span key={startsAt}>{format.hour(startsAt)}</span>
        ))}
        <span>{overview.now}</span>
      </p>
    </section>
  );
}
