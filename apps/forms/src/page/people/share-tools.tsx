import { PeopleClientError, type NewShareView, type ShareView } from '@formwork/people/client';
import { toVisibleText } from '@formwork/react';
import { useCallback, useEffect, useId, useState, type ReactNode } from 'react';
import { CopyButton } from '../parts/copy-button.tsx';
import { formatDay } from '../parts/format-time.ts';
import { toHash } from '../permalink/route.ts';
import { useTexts } from '../texts/use-texts.ts';
import { useWorkspace } from '../workspace/workspace.ts';
import { usePeopleTexts } from './people-texts.ts';
import type { KnownPerson } from './use-people.ts';

interface ShareToolsProps {
  readonly person: KnownPerson;
  /** The id of the task that the page shows; `undefined` or `''` if it shows none. */
  readonly taskId: string | undefined;
}

/** Draws the tools by which a person shows the current task to others, and ends what they show. */
export function ShareTools({ person, taskId = '' }: ShareToolsProps): ReactNode {
  const own = usePeopleTexts();
  const { language } = useTexts();
  const { people } = person;
  const [shares, setShares] = useState<readonly ShareView[]>([]);
  const load = useCallback(async () => {
    setShares(await people.listShares().catch(() => []));
  }, [people]);
  useEffect(() => void load(), [load]);
  async function end(id: string): Promise<void> {
    await people.endShare(id).catch(() => undefined);
    await load();
  }
  return (
    <>
      {taskId !== '' && (
        <details>
          <summary>{own.share}</summary>
          <ShareForm key={taskId} person={person} taskId={taskId} onShared={load} />
        </details>
      )}
      {shares.length > 0 && (
        <details>
          <summary>{own.shares}</summary>
          <ul className="shares">
            {shares.map((share) => (
              <li key={share.id}>
                <span className="two-lines">
                  <span className="name" dir="auto">
                    {toVisibleText(share.summary)}
                  </span>
                  <span className="line">
                    {share.with === undefined
                      ? own.byLink
                      : own.withPerson(toVisibleText(share.with))}{' '}
                    {own.until(formatDay(share.expiresAt.slice(0, 10), language) ?? '')}
                  </span>
                </span>
                <button type="button" className="quiet" onClick={() => void end(share.id)}>
                  {own.endShare}
                </button>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

interface ShareFormProps {
  readonly person: KnownPerson;
  readonly taskId: string;
  readonly onShared: () => Promise<void>;
}

function ShareForm({ person, taskId, onShared }: ShareFormProps): ReactNode {
  const own = usePeopleTexts();
  const id = useId();
  const { routeAgent } = useWorkspace();
  const [recipient, setRecipient] = useState('');
  const [link, setLink] = useState<string>();
  const [said, setSaid] = useState('');
  async function share(whom?: string): Promise<void> {
    try {
      const made = await person.people.share(taskId, whom === undefined ? {} : { with: whom });
      setLink(toLink(made, toHash(routeAgent) ?? '#'));
      setSaid(own.shared);
      setRecipient('');
      await onShared();
    } catch (error) {
      setSaid(error instanceof PeopleClientError ? toVisibleText(error.message) : own.gone);
    }
  }
  return (
    <>
      <p className="help">{own.shareHelp}</p>
      <button type="button" onClick={() => void share()}>
        {own.shareLink}
      </button>
      {person.id !== undefined && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (recipient.trim() !== '') void share(recipient.trim());
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
