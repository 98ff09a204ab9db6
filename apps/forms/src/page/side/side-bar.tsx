import { lazy, Suspense, type ReactNode } from 'react';
import type { AgentList } from '../workspace/agent-list.ts';
import type { Route } from '../permalink/route.ts';
import { useWorkspace } from '../workspace/workspace.ts';
import { Badge } from '../parts/badge.tsx';
import { toHash } from '../permalink/route.ts';
import { useTexts } from '../texts/use-texts.ts';
import { useSkillFinder } from '../parts/use-skill-finder.tsx';
import { AddressBar } from './address-bar.tsx';
import { AgentLinks } from './agent-links.tsx';
import { SettingsBar } from './settings-bar.tsx';

const HistoryList = lazy(async () => ({
  default: (await import('./history-list.tsx')).HistoryList,
}));
const AccessForm = lazy(async () => ({
  default: (await import('../credentials/access-form.tsx')).AccessForm,
}));

interface SideBarProps {
  readonly agents: AgentList;
  readonly route: Route;
  /** The id of the skill that is shown. */
  readonly skillId: string | undefined;
  readonly onAccess: () => void;
}

/** Draws the first area of the page: the agent, its skills and the history of runs. */
export function SideBar({ agents, route, skillId, onAccess }: SideBarProps): ReactNode {
  const texts = useTexts();
  const { description, routeAgent, isReady } = useWorkspace();
  const { name, origin, skills, credentials, warnings } = description;
  const { shown, field, rest } = useSkillFinder(skills);
  return (
    <>
      <section className="agent" aria-label={name}>
        <div className="agent-head">
          <Badge name={name} of={origin} />
          <div className="two-lines">
            <strong className="name" dir="auto">
              {name}
            </strong>
            <span className="line" dir="ltr">
              {origin}
            </span>
          </div>
        </div>
        {description.description !== '' && (
          <p className="help" dir="auto">
            {description.description}
          </p>
        )}
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
            <AccessForm onChange={onAccess} />
          </Suspense>
        )}
      </section>
      {skills.length > 0 && (
        <section aria-label={texts.skills}>
          <h2>{texts.skills}</h2>
          {field}
          <ul className="links">
            {shown.map((skill) => (
              <li key={skill.id}>
                <a
                  href={toHash({ ...routeAgent, skill: skill.id })}
                  aria-current={skill.id === skillId ? 'page' : undefined}
                >
                  <Badge name={skill.name} of={skill.id} />
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
          {rest}
        </section>
      )}
      <Suspense>{isReady && <HistoryList current={route.run} />}</Suspense>
      {agents.isMany && (
        <>
          <AgentLinks agents={agents} />
          <AddressBar onOpen={agents.open} />
        </>
      )}
      <SettingsBar />
    </>
  );
}
