import type { ReactNode } from 'react';
import type { Run } from '../history/run.ts';
import { Badge } from '../parts/badge.tsx';
import { formatTime } from '../parts/format-time.ts';
import { RunStateLabel } from '../parts/run-state.tsx';
import { tellApart, toOutcomeText } from '../parts/run-texts.ts';
import { summarize } from '../parts/summarize.ts';
import { SummaryText } from '../parts/summary-text.tsx';
import { Icon } from '../parts/work-icon.tsx';
import { toHash } from '../permalink/route.ts';
import type { Texts } from '../texts/texts.ts';
import { useTexts } from '../texts/use-texts.ts';
import { useWorkspace } from '../workspace/workspace.ts';

/** Draws the runs with this agent that the browser has stored, newest first. */
export function RunList({
  current,
  most = Infinity,
  isWaiting = false,
  isBrief = false,
}: {
  /** The id of the run that is shown. */
  readonly current?: string | undefined;
  /** The maximum number of runs; a link leads to the others. Default: all. */
  readonly most?: number;
  /** True if only runs that ask something are listed. Default false. */
  readonly isWaiting?: boolean;
  /** True where there is no room for what came out. Default false. */
  readonly isBrief?: boolean;
}): ReactNode {
  const texts = useTexts();
  const { runs, routeAgent } = useWorkspace();
  const shownRuns = isWaiting ? runs.filter(({ state }) => state === 'asking') : runs;
  return (
    <>
      <RunLinks runs={shownRuns.slice(0, most)} {...{ current, isBrief }} />
      {shownRuns.length > most && (
        <a className="quiet" href={toHash({ ...routeAgent, view: 'history' })}>
          <Icon name="clock" />
          {texts.allRuns}
        </a>
      )}
    </>
  );
}

/** Draws links to runs: what was sent, and below it what came out and when. */
export function RunLinks({
  runs,
  current,
  isBrief = false,
}: {
  readonly runs: readonly Run[];
  /** The id of the run that is shown. */
  readonly current?: string | undefined;
  /** True where there is no room for what came out. Default false. */
  readonly isBrief?: boolean;
}): ReactNode {
  const { language } = useTexts();
  const { routeAgent, description } = useWorkspace();
  const icons = new Map(description.skills.map(({ id, icon }) => [id, icon]));
  const titles = toRunTitles(runs, language);
  return (
    <ul className="links runs">
      {runs.map((run, at) => (
        <li key={run.id}>
          <a
            href={toHash({ ...routeAgent, run: run.id })}
            aria-current={run.id === current ? 'page' : undefined}
          >
            <Badge name={run.skillName} icon={icons.get(run.skillId)} />
            <span className="two-lines">
              <span className="name" dir="auto">
                <SummaryText text={titles[at] ?? ''} />
              </span>
              <span className="line">
                <RunStateLabel state={run.state} /> {isBrief || <Outcome run={run} />}
                <time>{formatTime(run.startedAt, language)}</time>
                {isBrief && ` · ${run.skillName}`}
              </span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function Outcome({ run }: { readonly run: Run }): ReactNode {
  return (
    <>
      <bdi>{toOutcomeText(run, useTexts().language) || run.skillName}</bdi> ·{' '}
    </>
  );
}

/** Returns the title of a run in lists: its first values, else the name of its skill. */
export function toRunTitle({ input, skillName }: Run, language: Texts['language']): string {
  const text = summarize(input.kind === 'text' ? input.text : input.data, language);
  return text === '' ? skillName : text;
}

/** Returns the titles of runs; equal ones say in what they differ. */
function toRunTitles(runs: readonly Run[], language: Texts['language']): readonly string[] {
  const titles = runs.map((run) => toRunTitle(run, language));
  const equal = new Map<string, number[]>();
  for (const [at, { skillId }] of runs.entries()) {
    const name = `${skillId} ${titles[at]}`;
    equal.set(name, [...(equal.get(name) ?? []), at]);
  }
  for (const group of equal.values()) {
    if (group.length === 1) continue;
    const inputs = group.map((at) => runs[at]?.input);
    const differences = tellApart(
      inputs.map((input) => (input?.kind === 'input' ? input.data : null)),
      language,
    );
    for (const [n, at] of group.entries()) {
      const difference = differences[n] ?? '';
      if (difference !== '') titles[at] = `${titles[at]} · ${difference}`;
    }
  }
  return titles;
}
