import { codeLoader, showPageAppearance } from '@formwork/react/internal';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { ConsoleSession } from '../../api/console-api.ts';
import { ClientContext, ConsoleClient } from '../client/console-client.ts';
import { PauseContext } from '../live/use-live.ts';
import { SkillsContext } from '../parts/skill-name.ts';
import { ENGLISH_TEXTS } from '../texts/english.ts';
import { type LocalizedTexts, TEXT_LOADERS, TextsContext } from '../texts/use-texts.ts';
import { Frame } from './frame.tsx';
import { readSettings, type Settings, writeSettings } from './settings.ts';
import { SignInScreen } from './sign-in-screen.tsx';

/** Draws the console: the gate until an operator is admitted, and then its views. */
export function App(): ReactNode {
  const refused = useRef((): void => undefined);
  const [client] = useState(() => new ConsoleClient(() => refused.current()));
  const [settings, setSettings] = useState(readSettings);
  const [session, setSession] = useState<ConsoleSession>();
  const [isLost, setLost] = useState(false);
  const [wasAdmitted, setWasAdmitted] = useState(false);
  const [isPaused, setPaused] = useState(false);
  const spoken = useSpoken(settings);

  /** Looks whether the operator is admitted; resolves to `undefined` if the server does not answer. */
  const look = useCallback(async (): Promise<boolean | undefined> => {
    try {
      const answer = await client.read<ConsoleSession>('session');
      setSession(answer);
      setLost(false);
      if (answer.isAdmitted) setWasAdmitted(true);
      return answer.isAdmitted;
    } catch {
      setLost(true);
      return undefined;
    }
  }, [client]);
  useEffect(() => {
    refused.current = () => void look();
    void look();
  }, [look]);
  const { texts } = spoken;
  return (
    <ClientContext value={client}>
      <TextsContext value={spoken}>
        <PauseContext value={isPaused}>
          {session === undefined ? (
            <main className="gate" id="content">
              <p className="note" role="status">
                {isLost ? texts.offline : texts.loading}
              </p>
              {isLost && (
                <button type="button" onClick={() => void look()}>
                  {texts.refresh}
                </button>
              )}
            </main>
          ) : session.isAdmitted ? (
            <SkillsContext value={session.skills ?? []}>
              <Frame
                {...{ session, settings, isPaused, onPause: setPaused }}
                onSettings={(next) => {
                  writeSettings(next);
                  setSettings(next);
                }}
              />
            </SkillsContext>
          ) : (
            <SignInScreen session={session} isAgain={wasAdmitted} onTry={look} />
          )}
        </PauseContext>
      </TextsContext>
    </ClientContext>
  );
}

/** Loads the texts of the chosen language, and gives the document its language and colours. */
function useSpoken({ language, scheme }: Settings): LocalizedTexts {
  const [spoken, setSpoken] = useState<LocalizedTexts>({ language: 'en', texts: ENGLISH_TEXTS });
  useEffect(() => {
    const effect = new AbortController();
    async function load(): Promise<void> {
      // Tried again while the network is away: else the page would stay English for good.
      const texts = await codeLoader.load(TEXT_LOADERS[language]);
      if (!effect.signal.aborted) setSpoken({ language, texts });
    }
    void load();
    return () => {
      effect.abort();
    };
  }, [language]);
  useEffect(() => {
    showPageAppearance(spoken.language, scheme);
  }, [spoken, scheme]);
  return spoken;
}
