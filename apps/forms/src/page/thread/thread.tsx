import { useEffect, type ReactNode } from 'react';
import { findSameInput, findSkill, useWorkspace } from '../app/workspace.ts';
import { Composer } from '../form/composer.tsx';
import type { Run } from '../history/run.ts';
import { Badge } from '../parts/badge.tsx';
import { Icon } from '../parts/icon.tsx';
import { toHash } from '../permalink/route.ts';
import { useTexts } from '../texts/use-texts.ts';
import type { Turn } from '../turns/turn.ts';
import { TurnView } from './turn-view.tsx';

/** What was sent and what came of it, in the order of time, with the rest of its conversation. */
export function Thread({ run }: { readonly run: Run }): ReactNode {
  const texts = useTexts();
  const { board, turns, runs, description, routeAgent } = useWorkspace();
  const skill = findSkill(description, run.skillId);
  const before = runs.filter(
    (other) => isSameConversation(other, run) && other.startedAt < run.startedAt,
  );
  useEffect(() => {
    for (const each of [...before, run]) board.open(each, findSameInput(description, each));
    // Runs that come later open themselves.
    // eslint-disable-next-line
  }, [board, run.id, description]);
  const shown = [...turns.values()]
    .filter((turn) => turn.run.id === run.id || isSameConversation(turn.run, run))
    .toSorted((a, b) => a.run.startedAt - b.run.startedAt);
  const last = shown.at(-1);
  const hasRested = last === undefined || last.connection === 'none';
  const canWrite = skill?.takesText ?? true;
  return (
    <>
      <header className="work-head">
        <Badge name={run.skillName} of={run.skillId} />
        <div>
          <h1 tabIndex={-1}>{run.skillName}</h1>
          <p className="lead">{texts.from(description.origin)}</p>
        </div>
        {skill !== undefined && (
          <a className="quiet" href={toHash({ ...routeAgent, skill: skill.id })}>
            <Icon name="plus" />
            {texts.newRun}
          </a>
        )}
      </header>
      <ol className="thread">
        {shown.map((turn) => (
          <li key={turn.run.id}>
            <TurnView turn={turn} isLast={turn === last} />
          </li>
        ))}
      </ol>
      {hasRested && !isAsking(last) && canWrite && (
        <Composer skillId={run.skillId} contextId={last?.run.contextId ?? ''} />
      )}
    </>
  );
}

function isSameConversation(a: Run, b: Run): boolean {
  return a.contextId !== '' && a.contextId === b.contextId;
}

function isAsking(turn: Turn | undefined): boolean {
  return turn?.run.state === 'asking';
}
