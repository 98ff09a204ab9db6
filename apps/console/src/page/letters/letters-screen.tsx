import { type ReactNode, useState } from 'react';
import type { ConsoleLetters } from '../../api/console-api.ts';
import { type ConsoleError, toConsoleError, useClient } from '../client/console-client.ts';
import { useLive } from '../live/use-live.ts';
import { useFormat } from '../parts/format.ts';
import { LiveNote } from '../parts/live-note.tsx';
import { writeRoute } from '../route/route.ts';
import { useTexts } from '../texts/use-texts.ts';

/** Draws the receivers of notifications that were given up, and lets them be revived. */
export function LettersScreen(): ReactNode {
  const texts = useTexts();
  const format = useFormat();
  const client = useClient();
  const [revived, setRevived] = useState<number>();
  const [refusal, setRefusal] = useState<ConsoleError>();
  const { value, fault, refresh } = useLive<ConsoleLetters>('letters', () => 'letters', {
    everyMs: 5_000,
  });
  const letters = value?.letters ?? [];

  async function revive(which: object): Promise<void> {
    setRevived(undefined);
    setRefusal(undefined);
    try {
      const answer = await client.send<{ readonly revived: number }>('letters/revive', which);
      setRevived(answer.revived);
    } catch (error) {
      setRefusal(toConsoleError(error));
    }
    refresh();
  }

  return (
    <>
      <h1>{texts.letters.title}</h1>
      <p className="note">{texts.letters.about}</p>
      <LiveNote fault={fault} hasValue={value !== undefined} />
      <LiveNote fault={refusal} hasValue />
      <p role="status">{revived !== undefined && texts.letters.revived(revived)}</p>
      {value !== undefined && letters.length === 0 && <p>{texts.letters.none}</p>}
      {letters.length > 0 && (
        <>
          <div className="scroll" tabIndex={0} role="region" aria-label={texts.letters.title}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{texts.list.task}</th>
                  <th scope="col">{texts.letters.receiver}</th>
                  <th scope="col">{texts.letters.givenUp}</th>
                  <th scope="col">{texts.letters.failures}</th>
                  <th scope="col">{texts.letters.reason}</th>
                  <th scope="col">{texts.actions.title}</th>
                </tr>
              </thead>
              <tbody>
                {letters.map(({ taskId, configId, url, diedAt, failures, reason }) => (
                  <tr key={`${taskId} ${configId}`}>
                    <td>
                      <a href={writeRoute({ view: 'task', taskId })} title={taskId}>
                        <code>{taskId.slice(0, 8)}</code>
                      </a>
                    </td>
                    <td>{url}</td>
                    <td>{format.time(diedAt)}</td>
                    <td>{format.count(failures)}</td>
                    <td>{reason}</td>
                    <td>
                      <button type="button" onClick={() => void revive({ taskId, configId })}>
                        {texts.letters.revive}
                      </button>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <button type="button" onClick={() => void revive({ all: true })}>
            {texts.letters.reviveAll}
          </button>
        </>
      )}
    </>
  );
}
