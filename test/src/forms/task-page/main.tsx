// The page for tests of tasks: `window.begin` draws a conversation with a scripted agent,
// `window.say` makes the agent send events, and `window.calls` lists the calls of the agent.
import { ARABIC, ENGLISH, GERMAN, TaskView, useAgent } from '@formwork/react';
import '@formwork/react/theme.css';
import './page.css';
import { StrictMode, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { EVENTS, SENT, toDeparture } from './description.ts';
import { createScriptedSource, type ScriptedSource, type SourceCall } from './scripted-source.ts';

const LANGUAGES = { ar: ARABIC, de: GERMAN, en: ENGLISH };

/** The options of the conversation that a test draws. */
export interface BeginOptions {
  readonly language?: keyof typeof LANGUAGES;
  /** The text of the first message. Default: the message is what the skill's form would send. */
  readonly text?: string;
}

declare global {
  interface Window {
    begin: (options: BeginOptions) => void;
    say: (...names: (keyof typeof EVENTS)[]) => void;
    /** Sends `count` more departures, each in an artifact of its own. */
    depart: (count: number) => void;
    calls: () => readonly SourceCall[];
    /** Removes the conversation from the page. */
    leave: () => void;
    /** Sends the message of `options` to the agent as a new task. */
    sendAgain: () => void;
  }
}

interface AppProps {
  readonly scripted: ScriptedSource;
  readonly options: BeginOptions;
}

function App({ scripted, options: { language = 'en', text } }: AppProps): ReactNode {
  const agent = useAgent(scripted.source);
  const [draft, setDraft] = useState('');
  const messages = LANGUAGES[language];
  window.sendAgain = () => {
    agent.send(text === undefined ? SENT : { kind: 'text', text });
  };
  return (
    <main>
      <h1>{agent.description?.name ?? '…'}</h1>
      {agent.thread.map((entry) => {
        const { skillId } = entry.sent;
        const skill = agent.description?.skills.find(({ id }) => id === skillId);
        return (
          <TaskView
            key={entry.id}
            entry={entry}
            {...(skill !== undefined && { skill })}
            headingLevel={2}
            messages={messages}
            onAnswer={(answer) => agent.answer(entry.id, answer)}
            onProceed={() => agent.proceed(entry.id)}
            onCancel={() => agent.cancel(entry.id)}
            onRetry={() => agent.retry(entry.id)}
          />
        );
      })}
      <label>
        Elsewhere <input value={draft} onChange={({ target }) => setDraft(target.value)} />
      </label>
    </main>
  );
}

const root = createRoot(document.querySelector('#root') ?? document.body);
let begun = 0;

window.begin = (options) => {
  begun += 1;
  const scripted = createScriptedSource();
  const messages = LANGUAGES[options.language ?? 'en'];
  document.documentElement.lang = messages.language;
  document.documentElement.dir = messages.direction;
  window.calls = () => scripted.calls;
  window.say = (...names) => {
    for (const name of names) scripted.say(EVENTS[name]);
  };
  let departed = 0;
  window.depart = (count) => {
    for (const end = departed + count; departed < end; departed += 1) {
      scripted.say(toDeparture(departed));
    }
  };
  window.leave = () => root.render(null);
  flushSync(() => {
    root.render(
      <StrictMode>
        <App key={begun} scripted={scripted} options={options} />
      </StrictMode>,
    );
  });
  window.sendAgain();
};
