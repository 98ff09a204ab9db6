import type { ReactNode } from 'react';
import type { Run } from '../history/run.ts';
import { Badge } from '../parts/badge.tsx';
import { formatTime } from '../parts/format-time.ts';
import { RunStateLabel } from '../parts/run-state.tsx';
import { summarize } from '../parts/summarize.ts';
import { SummaryText } from '../parts/summary-text.tsx';
import { Icon } from '../parts/work-icon.tsx';
import { toHash } from '../permalink/route.ts';
import type { Texts } from '../texts/texts.ts';
import { useTexts } from '../texts/use-texts.ts';
import { useWorkspace } from '../workspace/workspace.ts';

/** Draws a list of the runs with this agent that the browser has stored, newest first. */
export function RunList({
  current,
  most = Infinity,
  isWaiting = false,
}: {
  /** The id of the run that is shown. */
  readonly current?: string | undefined;
  /** The maximum number of runs; a link leads to the others. Default: all. */
  readonly most?: number;
  /** True if only runs that ask something are listed. Default false. */
  readonly isWaiting?: boolean;
}): ReactNode {
  const texts = useTexts();
  const { runs, routeAgent, description } = useWorkspace();
  const shownRuns = isWaiting ? runs.filter(({ state }) => state === 'asking') : runs;
  const icons = new Map(description.skills.map(({ id, icon }) => [id, icon]));
  return (
    <>
      <ul className="links runs">
        {shownRuns.slice(0, most).map((run) => (
          <li key={run.id}>
            <a
              href={toHash({ ...routeAgent, run: run.id })}
              aria-current={run.id === current ? 'page' : undefined}
            >
              <Badge name={run.skillName} icon={icons.get(run.skillId)} />
              <span className="two-lines">
                <span className="name" dir="auto">
                  <SummaryText text={toRunTitle(run, texts.language)} />
                </span>
                <span className="line">
                  <RunStateLabel state={run.state} /> {formatTime(run.startedAt, texts.language)} ·{' '}
                  {run.skillName}
                </span>
              </span>
            </a>
          </li>
        ))}
      </ul>
      {shownRuns.length > most && (
        <a className="quiet" href={toHash({ ...routeAgent, view: 'history' })}>
          <Icon name="clock" />
          {texts.allRuns}
        </a>
      )}
    </>
  );
}

/** Returns the title of a run in lists: its first values, else the name of its skill. */
export function toRunTitle({ input, skillName }: Run, language: Texts['language']): string {
  const text = summarize(input.kind === 'text' ? input.text : input.data, language);
  return text === '' ? skillName : text;
}
