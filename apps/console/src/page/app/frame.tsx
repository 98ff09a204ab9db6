import type { Scheme } from '@formwork/react/internal';
import { type ReactNode, useEffect, useRef } from 'react';
import type { ConsoleSession } from '../../api/console-api.ts';
import { AgentScreen } from '../agent/agent-screen.tsx';
import { CallersScreen } from '../callers/callers-screen.tsx';
import { LettersScreen } from '../letters/letters-screen.tsx';
import { OverviewScreen } from '../overview/overview-screen.tsx';
import { Icon, type IconName } from '../parts/icon.tsx';
import { type Route, useRoute, writeRoute } from '../route/route.ts';
import { TaskScreen } from '../task/task-screen.tsx';
import { TasksScreen } from '../tasks/tasks-screen.tsx';
import { CONSOLE_LANGUAGES, useTexts } from '../texts/use-texts.ts';
import type { Settings } from './settings.ts';
import { SignOut } from './sign-out.tsx';

/** Props of {@link Frame}. */
export interface FrameProps {
  readonly session: ConsoleSession;
  readonly settings: Settings;
  readonly onSettings: (settings: Settings) => void;
  readonly isPaused: boolean;
  readonly onPause: (isPaused: boolean) => void;
}

const VIEWS: readonly (readonly [
  view: 'overview' | 'tasks' | 'letters' | 'callers' | 'agent',
  icon: IconName,
])[] = [
  ['overview', 'gauge'],
  ['tasks', 'list'],
  ['letters', 'bell'],
  ['callers', 'people'],
  ['agent', 'agent'],
];

/** Draws the views of the console, the way between them, and the settings. */
export function Frame({ session, settings, onSettings, isPaused, onPause }: FrameProps): ReactNode {
  const texts = useTexts();
  const route = useRoute();
  const current = route.view === 'task' ? 'tasks' : route.view;
  const content = useRef<HTMLElement>(null);
  const screen = route.view === 'task' ? `task ${route.taskId}` : route.view;
  const before = useRef(screen);
  useEffect(() => {
    const name = texts.views[current];
    document.title = `${name} · ${session.agent.name} · ${texts.console}`;
    if (before.current === screen) return;
    before.current = screen;
    // People with a screen reader, or a keyboard, are where the new view begins.
    content.current?.focus();
    window.scrollTo(0, 0);
  }, [screen, current, texts, session]);
  return (
    <>
      <a
        className="skip"
        href="#content"
        onClick={(event) => {
          event.preventDefault();
          content.current?.focus();
        }}
      >
        {texts.skip}
      </a>
      <header className="bar">
        <p className="brand">
          <strong>{session.agent.name}</strong> <span className="note">{texts.console}</span>
        </p>
        <nav aria-label={texts.console}>
          <ul>
            {VIEWS.map(([view, icon]) => (
              <li key={view}>
                <a
                  href={writeRoute(view === 'tasks' ? { view, filter: {} } : { view })}
                  {...(view === current && { 'aria-current': 'page' as const })}
                >
                  <Icon name={icon} />
                  <span>{texts.views[view]}</span>
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <button type="button" className="quiet" onClick={() => onPause(!isPaused)}>
          <Icon name={isPaused ? 'play' : 'pause'} />
          {isPaused ? texts.resume : texts.pause}
        </button>
      </header>
      <main id="content" tabIndex={-1} ref={content}>
        <View route={route} />
      </main>
      <SettingsBar session={session} settings={settings} onSettings={onSettings} />
    </>
  );
}

/** Draws who operates the console, and the settings of the page. */
function SettingsBar({
  session,
  settings,
  onSettings,
}: Pick<FrameProps, 'session' | 'settings' | 'onSettings'>): ReactNode {
  const texts = useTexts();
  return (
    <footer className="settings">
      {session.operator !== undefined && (
        <p>
          {texts.operator(session.operator)} {session.isSignedIn && <SignOut className="quiet" />}
        </p>
      )}
      <label>
        {texts.language}
        <select
          value={settings.language}
          onChange={({ target }) => {
            const language = CONSOLE_LANGUAGES.find(([name]) => name === target.value)?.[0];
            if (language !== undefined) onSettings({ ...settings, language });
          }}
        >
          {CONSOLE_LANGUAGES.map(([language, name]) => (
            <option key={language} value={language} lang={language}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        {texts.colors}
        <select
          value={settings.scheme}
          onChange={({ target }) => {
            onSettings({ ...settings, scheme: toScheme(target.value) });
          }}
        >
          {(['system', 'light', 'dark'] as const).map((scheme) => (
            <option key={scheme} value={scheme}>
              {texts.schemes[scheme]}
            </option>
          ))}
        </select>
      </label>
    </footer>
  );
}

function toScheme(value: string): Scheme {
  return value === 'light' || value === 'dark' ? value : 'system';
}

function View({ route }: { readonly route: Route }): ReactNode {
  switch (route.view) {
    case 'overview':
      return <OverviewScreen />;
    case 'tasks':
      return <TasksScreen key={writeRoute(route)} filter={route.filter} />;
    case 'task':
      return <TaskScreen key={route.taskId} taskId={route.taskId} />;
    case 'letters':
      return <LettersScreen />;
    case 'callers':
      return <CallersScreen />;
    case 'agent':
      return <AgentScreen />;
  }
}
