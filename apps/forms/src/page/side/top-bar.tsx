import { lazyPart } from '@formwork/react/internal';
import { type ReactNode, Suspense, useContext, useEffect } from 'react';
import { Badge } from '../parts/badge.tsx';
import { Icon } from '../parts/icon.tsx';
import { PageBoundary } from '../parts/page-boundary.tsx';
import { toHash } from '../permalink/route.ts';
import { isApple, useTexts } from '../texts/use-texts.ts';
import type { AgentList } from '../workspace/agent-list.ts';
import { showSheet, useSheet } from '../workspace/sheets.ts';
import { WorkspaceContext } from '../workspace/workspace.ts';

const Palette = lazyPart(async () => (await import('../palette/palette.tsx')).Palette);
const SettingsSheet = lazyPart(
  async () => (await import('../settings/settings-sheet.tsx')).SettingsSheet,
);

/**
 * Draws the head of the page: the agent, the search and the settings, which are in reach on every
 * screen.
 */
export function TopBar({ agents }: { readonly agents: AgentList }): ReactNode {
  const texts = useTexts();
  const workspace = useContext(WorkspaceContext);
  const sheet = useSheet();
  useEffect(() => {
    function listen(event: KeyboardEvent): void {
      if (event.key.toLowerCase() !== 'k' || event.altKey || event.shiftKey) return;
      if (event.ctrlKey === event.metaKey) return;
      event.preventDefault();
      showSheet('search');
    }
    window.addEventListener('keydown', listen);
    // A sheet stays open when the agent has answered and its own head takes the place of this one.
    return () => window.removeEventListener('keydown', listen);
  }, []);
  const description = workspace?.description;
  const listed = agents.list.find(({ url }) => url === agents.current);
  const name = description?.name ?? listed?.name ?? agents.current ?? '';
  return (
    <header className="top">
      {name !== '' && (
        <a
          className="agent-head"
          href={toHash(
            agents.isMany && agents.current !== undefined ? { agent: agents.current } : {},
          )}
        >
          <Badge name={name} icon={description?.icon ?? listed?.icon} />
          <span className="two-lines">
            <strong className="name" dir="auto">
              {name}
            </strong>
            {agents.isMany && description !== undefined && (
              <span className="line" dir="ltr">
                {description.origin}
              </span>
            )}
          </span>
        </a>
      )}
      <button
        type="button"
        className="search"
        aria-keyshortcuts={isApple() ? 'Meta+K' : 'Control+K'}
        onClick={() => showSheet('search')}
      >
        <Icon name="search" />
        <span>{texts.search}</span>
        <kbd aria-hidden="true">{isApple() ? '⌘K' : `${texts.controlKey} K`}</kbd>
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={texts.settings}
        onClick={() => showSheet('settings')}
      >
        <Icon name="settings" />
      </button>
      {sheet !== undefined && (
        <PageBoundary key={sheet} text={texts.pageFailed}>
          <Suspense>
            {sheet === 'search' ? <Palette agents={agents} /> : <SettingsSheet />}
          </Suspense>
        </PageBoundary>
      )}
    </header>
  );
}
