import { toVisibleText } from '@formwork/react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Icon } from '../parts/work-icon.tsx';
import { usePerson } from '../people/use-people.ts';
import { useTexts } from '../texts/use-texts.ts';
import { useServices } from '../workspace/services.ts';
import { useWorkspace } from '../workspace/workspace.ts';
import { AccessFields, useAccessTexts } from './access-fields.tsx';

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
  const panel = useRef<HTMLDetailsElement>(null);
  // Credentials that were entered beside a task count as well.
  const isSet = Object.keys(box.read(agent)).length > 0 && !box.isRefused(agent);
  const isKnown = isSet || signIn()?.isSignedIn === true;

  // What was asked for here is done, or was done elsewhere on the page.
  useEffect(() => panel.current?.removeAttribute('open'), [isKnown]);

  function change(): void {
    // The button that was pressed vanishes, so the heading of the panel gets the focus.
    panel.current?.querySelector('summary')?.focus();
    onAccess();
  }

  return (
    <details ref={panel} className="access">
      <summary>
        <Icon name="key" />
        {isKnown ? (
          description.peopleUrl === undefined ? (
            texts.accessSet
          ) : (
            <PersonName />
          )
        ) : (
          texts.accessNeeded
        )}
      </summary>
      {isSet ? (
        <div className="access-fields">
          <button
            type="button"
            onClick={() => {
              box.forget(agent);
              setForgotten((times) => times + 1);
              change();
            }}
          >
            {texts.forgetAccess}
          </button>
        </div>
      ) : (
        <AccessFields
          {...{ agent, origin, credentials }}
          submitLabel={texts.useAccess}
          onUse={change}
        />
      )}
    </details>
  );
}

/** Draws the person that the agent knows by the credentials. */
function PersonName(): ReactNode {
  const texts = useTexts();
  const accessTexts = useAccessTexts();
  const id = usePerson()?.id;
  return id === undefined ? texts.accessSet : accessTexts.signedInAs(toVisibleText(id));
}
