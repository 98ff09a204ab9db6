import type { ReactNode } from 'react';
import type { EntryState } from '../agent/thread-entry.ts';
import type { Messages } from '../messages/messages.ts';
import { toSafeLink } from '../result/format/to-safe-link.ts';
import { toVisibleText } from '../text/visible-text.ts';

interface TaskConsentProps {
  readonly state: Extract<EntryState, { readonly kind: 'authorizing' }>;
  readonly messages: Messages;
  readonly onProceed: () => void;
}

/** What a task waits for that happens at another place: where that is, and the way back. */
export function TaskConsent({ state, messages, onProceed }: TaskConsentProps): ReactNode {
  const { task, result } = messages;
  const link = state.url === undefined ? undefined : toSafeLink(state.url);
  // The address is shown once, as a link that names its host.
  const said = state.url === undefined ? state.text : state.text.replace(state.url, '');
  return (
    <div className="fw-task-question">
      {said.trim() !== '' && <p className="fw-task-said">{toVisibleText(said.trim())}</p>}
      {link === undefined ? (
        <p className="fw-help">{task.noLink}</p>
      ) : (
        <>
          <p className="fw-task-link">
            <a href={link.href} target="_blank" rel="noopener noreferrer nofollow">
              {task.open(link.host)}
              <span className="fw-hidden"> ({result.newTab})</span>
            </a>
          </p>
          <p className="fw-task-address">
            <bdi dir="ltr">{link.href}</bdi>
          </p>
          <p className="fw-help">{task.consentHelp}</p>
        </>
      )}
      <button type="button" className="fw-button fw-primary" onClick={onProceed}>
        {task.proceed}
      </button>
    </div>
  );
}
