import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { FormScreen } from '../form/form-screen.tsx';
import type { Run } from '../history/run.ts';
import { Badge } from '../parts/badge.tsx';
import { useSkillFinder } from '../parts/use-skill-finder.tsx';
import { toHash, type Route } from '../permalink/route.ts';
import { useTexts } from '../texts/use-texts.ts';
import { findSkill, useWorkspace } from '../workspace/workspace.ts';

const Composer = lazy(async () => ({ default: (await import('../form/composer.tsx')).Composer }));
const Thread = lazy(async () => ({ default: (await import('../thread/thread.tsx')).Thread }));
const CompareScreen = lazy(async () => ({
  default: (await import('../compare/compare-screen.tsx')).CompareScreen,
}));
const BatchScreen = lazy(async () => ({
  default: (await import('../batch/batch-screen.tsx')).BatchScreen,
}));

interface WorkPlaceProps {
  readonly route: Route;
  /** The run to show; `undefined` if the address names no run, or one missing in the history. */
  readonly run: Run | undefined;
  readonly skillId: string | undefined;
}

/** Draws the main area of the page: a form, a run, or the choice of a skill. */
export function WorkPlace({ route, run, skillId }: WorkPlaceProps): ReactNode {
  const texts = useTexts();
  const { description, isReady, isIncomplete } = useWorkspace();
  const skill = findSkill(description, skillId);
  const title = skill?.name ?? texts.chooseSkill;
  const state = run === undefined ? '' : `${texts.states[run.state]} · `;
  useEffect(() => {
    document.title = `${state}${title} · ${description.name}`;
  }, [state, title, description.name]);

  return (
    <>
      <Suspense fallback={<div className="skeleton" />}>{choose()}</Suspense>
      <div role="status">{isIncomplete && <p className="note">{texts.incomplete}</p>}</div>
    </>
  );

  function choose(): ReactNode {
    if (run !== undefined) {
      return route.view === 'compare' ? (
        <CompareScreen run={run} />
      ) : (
        <Thread key={run.id} run={run} />
      );
    }
    if (route.run !== undefined) {
      return isReady ? <Choice note={texts.unknownRun} /> : <div className="skeleton" />;
    }
    if (skill === undefined) {
      return <Choice note={skillId === undefined ? undefined : texts.unknownSkill} />;
    }
    if (route.view === 'batch')
      return <BatchScreen key={skill.id} skill={skill} schema={route.schema} />;
    return <FormScreen key={skill.id} skill={skill} route={route} />;
  }
}

/** Draws the list of skills from which the person chooses one, with an optional note above it. */
function Choice({ note }: { readonly note: string | undefined }): ReactNode {
  const texts = useTexts();
  const { description, routeAgent } = useWorkspace();
  const { skills, name, description: about } = description;
  const { shown, field, rest } = useSkillFinder(skills);
  return (
    <>
      <h1 tabIndex={-1}>{skills.length === 0 ? name : texts.chooseSkill}</h1>
      <p className="lead narrow-only" dir="auto">
        {skills.length === 0 ? about : `${name}: ${about}`}
      </p>
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
      {field}
      <ul className="choices">
        {shown.map((skill) => (
          <li key={skill.id}>
            <a href={toHash({ ...routeAgent, skill: skill.id })}>
              <Badge name={skill.name} of={skill.id} />
              <strong dir="auto">{skill.name}</strong>
              <span dir="auto">{skill.description}</span>
            </a>
          </li>
        ))}
      </ul>
      {rest}
    </>
  );
}
