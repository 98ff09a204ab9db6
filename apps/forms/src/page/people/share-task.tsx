import { PeopleClientError, type NewShareView } from '@formwork/people/client';
import { toVisibleText } from '@formwork/react';
import { useId, useState, type ReactNode } from 'react';
import { CopyButton } from '../parts/copy-button.tsx';
import { formatDay } from '../parts/format-time.ts';
import { toHash } from '../permalink/route.ts';
import { useTexts } from '../texts/use-texts.ts';
import { useWorkspace } from '../workspace/workspace.ts';
import { usePeopleTexts } from './people-texts.ts';
import { ShareList } from './share-list.tsx';
import { type KnownPerson, usePerson } from './use-people.ts';
import './people.css';

/** Draws the tools by which a person shows a task of theirs to others, or prints it. */
export function ShareTask({ taskId }: { readonly taskId: string }): ReactNode {
  const peopleTexts = usePeopleTexts();
  const person = usePerson();
  if (person === undefined) return null;
  return (
    <>
      <button type="button" onClick={() => window.print()}>
        {peopleTexts.print}
      </button>
      <details className="share-task">
        <summary>{peopleTexts.share}</summary>
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
  const peopleTexts = usePeopleTexts();
  const { language } = useTexts();
  const id = useId();
  const { routeAgent } = useWorkspace();
  const [recipient, setRecipient] = useState('');
  const [link, setLink] = useState<string>();
  const [status, setStatus] = useState('');
  /** The number of shares that were made here; after each, the list is read again. */
  const [shareCount, setShareCount] = useState(0);
  async function shareTask(personId?: string): Promise<void> {
    try {
      const share = await person.people.share(
        taskId,
        personId === undefined ? {} : { with: personId },
      );
      // An address is shown this once, so a later share with a person must not take it away.
      const address = toLink(share, toHash({ ...routeAgent, view: 'history' }) ?? '#');
      if (address !== undefined) setLink(address);
      const day = formatDay(share.expiresAt.slice(0, 10), language) ?? '';
      const name = toVisibleText(share.with ?? '');
      setStatus(share.with === undefined ? peopleTexts.shared : peopleTexts.sharedWith(name, day));
      setRecipient('');
      setShareCount((count) => count + 1);
    } catch (error) {
      const isTold =
        error instanceof PeopleClientError && error.status >= 400 && error.status < 500;
      setStatus(isTold ? toVisibleText(error.message) : peopleTexts.shareFailed);
    }
  }
  function shareWith(entered: string): void {
    // The inbox writes people as addresses, such as `user:kim`.
    const personId = entered.trim().replace(/^user:/u, '');
    if (entered.trim().startsWith('role:')) setStatus(peopleTexts.noRole);
    else if (personId === person.id) setStatus(peopleTexts.notYou);
    else if (personId !== '') void shareTask(personId);
  }
  return (
    <>
      <p className="help">{peopleTexts.shareHelp}</p>
      <button type="button" onClick={() => void shareTask()}>
        {peopleTexts.shareLink}
      </button>
      {person.id !== undefined && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            shareWith(recipient);
          }}
        >
          <label htmlFor={id}>{peopleTexts.person}</label>
          <input
            id={id}
            value={recipient}
            autoComplete="off"
            onChange={({ target }) => setRecipient(target.value)}
          />
          <button type="submit">{peopleTexts.shareWith}</button>
        </form>
      )}
      <p role="status" className="help">
        {status}
      </p>
      {link !== undefined && (
        <>
          <p className="help">{peopleTexts.linkIs}</p>
          <p className="share-link" dir="ltr">
            {link}
          </p>
          <CopyButton icon="link" done={peopleTexts.linkCopied} toText={() => link} />
        </>
      )}
      <ShareList key={shareCount} person={person} task={taskId} />
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
