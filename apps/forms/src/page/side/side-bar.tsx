import { lazyPart } from '@formwork/react/internal';
import { Suspense, type ReactNode } from 'react';
import { Badge } from '../parts/badge.tsx';
import { Icon } from '../parts/icon.tsx';
import type { Route } from '../permalink/route.ts';
import { toHash } from '../permalink/route.ts';
import { useTexts } from '../texts/use-texts.ts';
import type { AgentList } from '../workspace/agent-list.ts';
import { listScreens } from '../workspace/list-screens.ts';
import { showSheet } from '../workspace/sheets.ts';
import { useWorkspace } from '../workspace/workspace.ts';

/** The maximum number of skills that are listed; thousands would block the page. */
const MOST_SKILLS = 60;

/** The number of runs beside the work; the history has all of them. */
const MOST_RECENT = 8;

const RunList = lazyPart(async () => (await import('../runs/run-list.tsx')).RunList);
const OtherAgents = lazyPart(async () => (await import('./other-agents.tsx')).OtherAgents);
const PeopleSync = lazyPart(async () => (await import('../people/people-sync.tsx')).PeopleSync);
const AccessForm = lazyPart(
  async () => (await import('../credentials/access-form.tsx')).AccessForm,
);

/** Draws the first area of the page: its places, the agent's skills, and the latest runs. */
export function SideBar({
  agents,
  route,
  skillId,
}: {
  readonly agents: AgentList;
  readonly route: Route;
  /** The id of the skill that is shown. */
  readonly skillId: string | undefined;
}): ReactNode {
  const texts = useTexts();
  const workspace = useWorkspace();
  const { description, routeAgent, runs, isReady } = workspace;
  const { name, skills, credentials, warnings } = description;
  const hiddenCount = skills.length - MOST_SKILLS;
  const isPlace = listScreens(workspace).some(({ view }) => view === route.view);
  // The first screen of an agent and the history list the runs themselves.
  const hasRecent = isReady && runs.length > 0 && skillId !== undefined;
  return (
    <>
      <div className="side-main">
        <ul className="links wide-only">
          {listScreens(workspace).map(({ view, icon, count }) => (
            <li key={view}>
              <a
                href={toHash({ ...routeAgent, view })}
                aria-current={route.view === view ? 'page' : undefined}
              >
                <Icon name={icon} />
                <span className="name">{texts.places[view]}</span>
                {count !== undefined && count > 0 && <span className="count">{count}</span>}
              </a>
            </li>
          ))}
        </ul>
        {skills.length > 0 && (
          <section aria-label={texts.skills}>
            <h2>{texts.skills}</h2>
            <ul className="links">
              {skills.slice(0, MOST_SKILLS).map((skill) => (
                <li key={skill.id}>
                  <a
                    href={toHash({ ...routeAgent, skill: skill.id })}
                    aria-current={skill.id === skillId && !isPlace ? 'page' : undefined}
                  >
                    <Badge name={skill.name} icon={skill.icon} />
                    <span className="two-lines">
                      <span className="name" dir="auto">
                        {skill.name}
                      </span>
                      <span className="line" dir="auto">
                        {skill.description}
                      </span>
                    </span>
                  </a>
                </li>
              ))}
            </ul>
            {hiddenCount > 0 && (
              <button type="button" className="quiet" onClick={() => showSheet('search')}>
                <Icon name="search" />
                {texts.more(hiddenCount)}
              </button>
            )}
          </section>
        )}
        {(warnings.length > 0 || credentials.length > 0) && (
          <section className="agent" aria-label={name}>
            {warnings.length > 0 && (
              <details>
                <summary>{texts.warnings}</summary>
                <ul>
                  {warnings.map((warning) => (
                    <li key={warning}>{warning}</li>
                  ))}
                </ul>
              </details>
            )}
            {credentials.length > 0 && (
              <Suspense>
                <AccessForm />
              </Suspense>
            )}
          </section>
        )}
        {agents.isMany && (
          <Suspense>
            <OtherAgents agents={agents} />
          </Suspense>
        )}
      </div>
      {description.peopleUrl !== undefined && (
        <Suspense>
          <PeopleSync current={route.run} />
        </Suspense>
      )}
      {hasRecent && (
        <section className="side-recent" aria-label={texts.recent}>
          <h2>{texts.recent}</h2>
          <Suspense>
            <RunList current={route.run} most={MOST_RECENT} isBrief />
          </Suspense>
        </section>
      )}
    </>
  );
}
