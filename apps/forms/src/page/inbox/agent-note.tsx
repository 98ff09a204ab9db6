import { lazyPart } from '@formwork/react/internal';
import { type ReactNode, Suspense } from 'react';
import { Icon } from '../parts/work-icon.tsx';
import { useTexts } from '../texts/use-texts.ts';
import { useServices } from '../workspace/services.ts';
import { useInboxTexts } from './inbox-texts.ts';
import type { AgentInbox, Inboxes } from './inboxes.ts';

const AccessFields = lazyPart(
  async () => (await import('../credentials/access-fields.tsx')).AccessFields,
);

/**
 * Draws one line about an agent whose questions cannot be read, with what the person can do;
 * nothing for one whose questions are there.
 */
export function AgentNote({
  inbox,
  inboxes,
  isNamed,
  open,
  onAccess,
}: {
  readonly inbox: AgentInbox;
  readonly inboxes: Inboxes;
  /** True if the line says the name of the agent. */
  readonly isNamed: boolean;
  /** The address of the open agent. */
  readonly open: string | undefined;
  /** Asks the open agent again. */
  readonly onAccess: () => void;
}): ReactNode {
  const texts = useTexts();
  const inboxTexts = useInboxTexts();
  const { credentials } = useServices();
  const { agent, name, state, description } = inbox;
  const isRefused = credentials.isRefused(agent);
  if (state !== 'failed' && state !== 'unknown') return undefined;
  if (state === 'failed') {
    return (
      <p role="status" className="note">
        {isNamed ? inboxTexts.failedAt(name) : inboxTexts.failed}
      </p>
    );
  }
  return (
    <details className="note access" open={isRefused || !isNamed}>
      <summary>
        <Icon name="key" />
        {isNamed ? inboxTexts.unknownAt(name) : inboxTexts.unknown}
      </summary>
      <Suspense>
        <AccessFields
          // The fields say what was refused before they were drawn.
          key={String(isRefused)}
          agent={agent}
          origin={description?.origin ?? new URL(agent).origin}
          credentials={description?.credentials ?? []}
          submitLabel={texts.useAccess}
          onUse={() => (agent === open ? onAccess() : inboxes.retry(agent))}
        />
      </Suspense>
    </details>
  );
}
