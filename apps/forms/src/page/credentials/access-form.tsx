import { useState, type ReactNode } from 'react';
import { useServices } from '../workspace/services.ts';
import { useWorkspace } from '../workspace/workspace.ts';
import { Icon } from '../parts/work-icon.tsx';
import { useTexts } from '../texts/use-texts.ts';
import { AccessFields } from './access-fields.tsx';

/**
 * Draws the form for a token or key that the page sends with calls of the agent. The page keeps it
 * in memory only.
 */
export function AccessForm(): ReactNode {
  const texts = useTexts();
  const { credentials: box, signIn } = useServices();
  const { agent, description, onAccess } = useWorkspace();
  const { origin, credentials } = description;
  const [, setForgotten] = useState(0);
  // Credentials that were entered beside a task count as well.
  const isSet = Object.keys(box.read(agent)).length > 0 && !box.isRefused(agent);
  return (
    <details className="access">
      <summary>
        <Icon name="key" />
        {isSet || signIn()?.isSignedIn === true ? texts.accessSet : texts.accessNeeded}
      </summary>
      <AccessFields
        {...{ agent, origin, credentials }}
        submitLabel={texts.useAccess}
        onUse={onAccess}
      >
        {isSet && (
          <button
            type="button"
            className="quiet"
            onClick={() => {
              box.forget(agent);
              setForgotten((times) => times + 1);
              onAccess();
            }}
          >
            {texts.forgetAccess}
          </button>
        )}
      </AccessFields>
    </details>
  );
}
