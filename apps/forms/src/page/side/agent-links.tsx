import type { ReactNode } from 'react';
import { Badge } from '../parts/badge.tsx';
import { Icon } from '../parts/work-icon.tsx';
import { toHash } from '../permalink/route.ts';
import { useTexts } from '../texts/use-texts.ts';
import type { AgentList } from '../workspace/agent-list.ts';

/**
 * Draws links to the agents that were opened in this browser, and to the agents that the server
 * lists.
 */
export function AgentLinks({ agents }: { readonly agents: AgentList }): ReactNode {
  const texts = useTexts();
  if (agents.list.length === 0) return null;
  return (
    <section aria-label={texts.savedAgents}>
      <h2>{texts.savedAgents}</h2>
      <ul className="links">
        {agents.list.map(({ url, name = url, icon }) => (
          <li key={url} className="with-button">
            <a
              href={toHash({ agent: url })}
              aria-current={url === agents.current ? 'true' : undefined}
            >
              <Badge name={name} icon={icon} />
              <span className="two-lines">
                <span className="name">{name}</span>
                {name !== url && (
                  <span className="line" dir="ltr">
                    {url}
                  </span>
                )}
              </span>
            </a>
            {agents.isOwn(url) && (
              <button
                type="button"
                className="icon-button"
                aria-label={texts.forget(name)}
                onClick={() => agents.remove(url)}
              >
                <Icon name="close" />
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
