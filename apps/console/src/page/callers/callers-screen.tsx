import { compareTexts } from '@formwork/schema/json';
import type { ReactNode } from 'react';
import type { ConsoleCallers } from '../../api/console-api.ts';
import { useLive } from '../live/use-live.ts';
import { useFormat } from '../parts/format.ts';
import { LiveNote } from '../parts/live-note.tsx';
import { writeRoute } from '../route/route.ts';
import { useTexts } from '../texts/use-texts.ts';

/** Draws the callers of the process, and how much of their limits they use. */
export function CallersScreen(): ReactNode {
  const texts = useTexts();
  const { value, fault } = useLive<ConsoleCallers>('callers', () => 'callers', { everyMs: 5_000 });
  return (
    <>
      <h1>{texts.callers.title}</h1>
      <LiveNote fault={fault} hasValue={value !== undefined} />
      {value !== undefined && (
        <>
          <p className="note">{texts.callers.about(value.process.id)}</p>
          {value.callers.length === 0 ? <p>{texts.callers.none}</p> : <Callers {...value} />}
        </>
      )}
    </>
  );
}

function Callers({ callers, limits = {} }: ConsoleCallers): ReactNode {
  const texts = useTexts();
  const format = useFormat();
  const order = callers.toSorted((a, b) => compareTexts(a.id ?? '', b.id ?? ''));
  return (
    <div className="scroll" tabIndex={0} role="region" aria-label={texts.callers.title}>
      <table className="numbers">
        <thead>
          <tr>
            <th scope="col">{texts.callers.caller}</th>
            <th scope="col">{texts.callers.scopes}</th>
            <th scope="col" className="number">
              {texts.callers.requests}
            </th>
            <th scope="col" className="number">
              {texts.callers.unfinished}
            </th>
            <th scope="col" className="number">
              {texts.callers.waiting}
            </th>
            <th scope="col" className="number">
              {texts.callers.bytes}
            </th>
            <th scope="col">{texts.callers.seen}</th>
          </tr>
        </thead>
        <tbody>
          {order.map(({ id, scopes, requests, seenAt, ...use }) => {
            const isNobody = id === undefined;
            const end = isNobody ? 'OfStrangers' : '';
            const scope = isNobody ? '' : `user:${id}`;
            const show = (used: number, name: string, write = format.count): string => {
              const limit = limits[name];
              return limit === undefined
                ? write(used)
                : texts.callers.of(write(used), write(limit));
            };
            return (
              <tr key={id ?? ''}>
                <td>
                  <a href={writeRoute({ view: 'tasks', filter: { scope } })}>
                    {id ?? texts.callers.nobody}
                  </a>
                </td>
                <td>{scopes.join(' ')}</td>
                <td className="number">
                  {show(requests, isNobody ? 'none' : 'requestsPerMinute')}
                </td>
                <td className="number">{show(use.unfinishedTasks, `unfinishedTasks${end}`)}</td>
                <td className="number">{show(use.waitingQuestions, 'waitingQuestions')}</td>
                <td className="number">
                  {show(use.storedBytes, `storedBytes${end}`, format.bytes)}
                </td>
                <td>{format.time(seenAt)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
