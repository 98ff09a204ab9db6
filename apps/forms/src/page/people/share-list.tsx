import type { ShareView } from '@formwork/people/client';
import { toVisibleText } from '@formwork/react';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { formatDay } from '../parts/format-time.ts';
import { useTexts } from '../texts/use-texts.ts';
import { usePeopleTexts } from './people-texts.ts';
import type { KnownPerson } from './use-people.ts';

/** Draws what the person shows to others, with buttons that end it. */
export function ShareList({
  person,
  task,
}: {
  readonly person: KnownPerson;
  /** The id of the only task whose shares are listed. Default: those of all tasks, folded. */
  readonly task?: string;
}): ReactNode {
  const peopleTexts = usePeopleTexts();
  const { language } = useTexts();
  const { people } = person;
  const [shares, setShares] = useState<readonly ShareView[]>([]);
  const [isFailed, setFailed] = useState(false);
  const load = useCallback(async () => {
    const all = await people.listShares();
    setShares(task === undefined ? all : all.filter((share) => share.task === task));
  }, [people, task]);
  useEffect(() => void load().catch(() => undefined), [load]);
  async function end(id: string): Promise<void> {
    setFailed(false);
    try {
      // One that has ended already is no longer in the list.
      await people.endShare(id).finally(load);
    } catch {
      setFailed(true);
    }
  }
  if (shares.length === 0) return null;
  const list = (
    <ul className="shares">
      {shares.map((share) => (
        <li key={share.id}>
          <span className="two-lines">
            {task === undefined && (
              <span className="name" dir="auto">
                {toVisibleText(share.summary)}
              </span>
            )}
            <span className="line">
              {share.with === undefined
                ? peopleTexts.byLink
                : peopleTexts.withPerson(toVisibleText(share.with))}{' '}
              {peopleTexts.until(formatDay(share.expiresAt.slice(0, 10), language) ?? '')}
            </span>
          </span>
          <button type="button" className="quiet" onClick={() => void end(share.id)}>
            {peopleTexts.endShare}
          </button>
        </li>
      ))}
    </ul>
  );
  const failure = (
    <p role="status" className="help">
      {isFailed && peopleTexts.endFailed}
    </p>
  );
  if (task !== undefined) {
    return (
      <>
        {list}
        {failure}
      </>
    );
  }
  return (
    <details>
      <summary>{peopleTexts.shares}</summary>
      {list}
      {failure}
    </details>
  );
}
