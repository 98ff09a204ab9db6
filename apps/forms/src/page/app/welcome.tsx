import type { ReactNode } from 'react';
import { useTexts } from '../texts/use-texts.ts';
import { Logo } from '../parts/logo.tsx';
import { AddressBar } from '../side/address-bar.tsx';
import { AgentLinks } from '../side/agent-links.tsx';
import { SettingsBar } from '../side/settings-bar.tsx';
import type { AgentList } from './agent-list.ts';

/** The first visit, where no agent is chosen yet. */
export function Welcome({ agents }: { readonly agents: AgentList }): ReactNode {
  const texts = useTexts();
  return (
    <main className="alone">
      <Logo />
      <h1 tabIndex={-1}>{texts.welcome}</h1>
      <p className="lead">{texts.welcomeHelp}</p>
      <AddressBar onOpen={agents.open} />
      <AgentLinks agents={agents} />
      <SettingsBar />
    </main>
  );
}
