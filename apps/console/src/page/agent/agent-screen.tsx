import { type ReactNode, useId, useState } from 'react';
import type { ConsoleAgent } from '../../api/console-api.ts';
import { useLive } from '../live/use-live.ts';
import { useFormat } from '../parts/format.ts';
import { LiveNote } from '../parts/live-note.tsx';
import { useTexts } from '../texts/use-texts.ts';

/** Draws the versions that run, and the card in each form in which others get it. */
export function AgentScreen(): ReactNode {
  const texts = useTexts();
  const { value, fault } = useLive<ConsoleAgent>('agent', () => 'agent', { everyMs: 10_000 });
  return (
    <>
      <h1>{texts.agent.title}</h1>
      <LiveNote fault={fault} hasValue={value !== undefined} />
      {value !== undefined && (
        <>
          <Versions {...value} />
          <Cards cards={value.cards} />
        </>
      )}
    </>
  );
}

function Versions({ versions, process, node }: ConsoleAgent): ReactNode {
  const texts = useTexts();
  const format = useFormat();
  return (
    <section>
      <h2>{texts.agent.versions}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">{texts.agent.title}</th>
            <th scope="col">{texts.agent.version}</th>
            <th scope="col">{texts.agent.since}</th>
          </tr>
        </thead>
        <tbody>
          {versions.map(({ name, version, since }, index) => (
            <tr key={`${version} ${since ?? 0}`}>
              <td>{name}</td>
              <td>{version}</td>
              <td>
                {index > 0
                  ? texts.agent.older
                  : since === undefined
                    ? texts.agent.fromStart
                    : format.time(since)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="note">
        {texts.agent.process} <code>{process.id}</code>, Node {node}. {texts.agent.versionsAbout}
      </p>
    </section>
  );
}

function Cards({ cards }: { readonly cards: ConsoleAgent['cards'] }): ReactNode {
  const texts = useTexts();
  const id = useId();
  const [chosen, setChosen] = useState<keyof ConsoleAgent['cards']>('v1');
  const names = (['v1', 'v03', 'extended'] as const).filter((name) => cards[name] !== undefined);
  const text = cards[chosen] ?? cards.v1;
  return (
    <section>
      <h2>{texts.agent.cards}</h2>
      <div className="choices" role="radiogroup" aria-label={texts.agent.cards}>
        {names.map((name) => (
          <label key={name}>
            <input
              type="radio"
              name={id}
              checked={name === chosen}
              onChange={() => setChosen(name)}
            />
            {texts.agent[name]}
          </label>
        ))}
      </div>
      <pre tabIndex={0} role="region" aria-label={texts.agent[chosen]} dir="ltr">
        {indent(text)}
      </pre>
    </section>
  );
}

/** Writes JSON over several lines; other texts stay as they are. */
function indent(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
