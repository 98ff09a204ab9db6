import type { ReactNode } from 'react';
import type { AgentList } from '../workspace/agent-list.ts';
import { AddressBar } from './address-bar.tsx';
import { AgentLinks } from './agent-links.tsx';

/** Draws the agents that can be opened, and the field for the address of another one. */
export function OtherAgents({ agents }: { readonly agents: AgentList }): ReactNode {
  return (
    <>
      <AgentLinks agents={agents} />
      <AddressBar onOpen={agents.open} />
    </>
  );
}
