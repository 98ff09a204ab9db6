import { PeopleClientError, type NewShareView } from '@formwork/people/client';
import { toVisibleText } from '@formwork/react';
import { useId, useState, type ReactNode } from 'react';
import { CopyButton } from '../parts/copy-button.tsx';
import { formatDay } from '../parts/format-time.ts';
import { toHash } from '../permalink/route.ts';
import { useTexts } from '../texts/use-texts.ts';
import { useWorkspace } from '../workspace/workspace.ts';
import { OwnShares } from './own-shares.tsx';
import { usePeopleTexts } from './people-texts.ts';
import { type KnownPerson, usePerson } from './use-people.ts';
import './people.css';

/** Draws the tools by which a person shows a task of theirs to others, or prints it. */
export function ShareTask({ taskId }: { readonly taskId: string }): ReactNode {
  const own = usePeopleTexts();
  const person = usePerson();
  if (person === undefined) return null;
  return (
    <>
      <button type="button" onClick={() => window.print()}>
        {own.print}
      </button>
      <details className="share-task">
        <summary>{own.share}</summary>
        <ShareForm person={person} taskId={taskId} />
      </details>
    </>
  );
}

function ShareForm({
  person,
  taskId,
}: {
  readonly person: KnownPerson;
  readonly taskId: string;
}): ReactNode {
  const own = usePeopleTexts();
  const { language } = useTexts();
  const id = useId();
  const { routeAgent } = useWorkspace();
  const [recipient, setRecipient] = useState('');
  const [link, setLink] = useState<string>();
  const [said, setSaid] = useState('');
  /** The number of shares that were made here; after each, the list is read again. */
  const [made, setMade] = useState(0);
  async function shareTask(whom?: string): Promise<void> {
    try {
      const share = await person.people.share(taskId, whom === undefined ? {} : { with: whom });
      // An address is shown this once, so a later share with a person must not take it away.
      const address = toLink(share, toHash({ ...routeAgent, view: 'history' }) ?? '#');
      if (address !== undefined) setLink(address);
      const day = formatDay(share.expiresAt.slice(0, 10), language) ?? '';
      const name = toVisibleText(share.with ?? '');
      setSaid(share.with === undefined ? own.shared : own.sharedWith(name, day));
      setRecipient('');
      setMade((count) => count + 1);
    } catch (error) {
      const isTold =
        error instanceof PeopleClientError && error.status >= 400 && error.status < 500;
      setSaid(isTold ? toVisibleText(error.message) : own.shareFailed);
    }
  }
  function shareWith(entered: string): void {
    // The inbox writes people as addresses, such as `user:kim`.
    const whom = entered.trim().replace(/^user:/u, '');
    if (entered.trim().startsWith('role:')) setSaid(own.noRole);
    else if (whom === person.id) setSaid(own.notYou);
    else if (whom !== '') void shareTask(whom);
  }
  return (
    <>
      <p className="help">{own.shareHelp}</p>
      <button type="button" onClick={() => void shareTask()}>
        {own.shareLink}
      </button>
      {person.id !== undefined && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            shareWith(recipient);
          }}
        >
          <label htmlFor={id}>{own.person}</label>
          <input
            id={id}
            value={recipient}
            autoComplete="off"
            onChange={({ target }) => setRecipient(target.value)}
          />
          <button type="submit">{own.shareWith}</button>
        </form>
      )}
      <p role="status" className="help">
        {said}
      </p>
      {link !== undefined && (
        <>
          <p className="help">{own.linkIs}</p>
          <p className="share-link" dir="ltr">
            {link}
          </p>
          <CopyButton icon="link" done={own.linkCopied} toText={() => link} />
        </>
      )}
      <OwnShares key={made} person={person} task={taskId} />
    </>
  );
}

/** Returns the address of the page that shows a task by link; `undefined` for another share. */
function toLink({ token }: NewShareView, hash: string): string | undefined {
  if (token === undefined) return undefined;
  const search = new URLSearchParams(hash.replace(/^#/u, ''));
  search.set('shared', token);
  return new URL(`#${search.toString()}`, window.location.href).href;
}
