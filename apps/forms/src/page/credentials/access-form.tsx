import { useId, useState, type ReactNode } from 'react';
import { useServices } from '../app/services.ts';
import { useWorkspace } from '../app/workspace.ts';
import { Icon } from '../parts/icon.tsx';
import { useTexts } from '../texts/use-texts.ts';
import { toCredentialHeader } from './credential-box.ts';

/** Says who calls, by a token or key that is kept in memory alone. */
export function AccessForm({ onChange }: { readonly onChange: () => void }): ReactNode {
  const texts = useTexts();
  const { credentials: box } = useServices();
  const { agent, description } = useWorkspace();
  const { credentials, origin } = description;
  const [isSet, setIsSet] = useState(() => Object.keys(box.read(agent)).length > 0);
  const [entered, setEntered] = useState<Readonly<Record<string, string>>>({});
  const [isWrong, setWrong] = useState(false);
  const id = useId();
  const usable = credentials.filter(({ kind }) => kind !== 'other');
  const others = credentials.filter(({ kind }) => kind === 'other');

  function use(): void {
    const given = usable.filter(({ scheme }) => (entered[scheme] ?? '') !== '');
    const headers = given.map((way) => toCredentialHeader(way, entered[way.scheme] ?? ''));
    const whole = headers.filter((header) => header !== undefined);
    const isFine = whole.length > 0 && whole.length === headers.length;
    setWrong(!isFine);
    if (!isFine) return;
    box.put(agent, Object.fromEntries(whole));
    setEntered({});
    setIsSet(true);
    onChange();
  }

  return (
    <details className="access">
      <summary>
        <Icon name="key" />
        {isSet ? texts.accessSet : texts.accessNeeded}
      </summary>
      <form
        noValidate
        aria-label={texts.access}
        onSubmit={(event) => {
          event.preventDefault();
          use();
        }}
      >
        {usable.map((way) => (
          <div key={way.scheme} className="field">
            <label htmlFor={`${id}-${way.scheme}`}>
              {way.kind === 'api-key' ? texts.apiKey(way.header) : texts.bearer}
            </label>
            {way.description !== '' && <p className="help">{way.description}</p>}
            <input
              id={`${id}-${way.scheme}`}
              type="password"
              autoComplete="off"
              dir="ltr"
              value={entered[way.scheme] ?? ''}
              aria-invalid={isWrong || undefined}
              aria-describedby={`${id}-help`}
              onChange={({ target }) => setEntered({ ...entered, [way.scheme]: target.value })}
            />
          </div>
        ))}
        {others.map(({ scheme }) => (
          <p key={scheme} className="help">
            {texts.otherAccess(scheme)}
          </p>
        ))}
        <p id={`${id}-help`} role="status" className={isWrong ? 'wrong' : 'help'}>
          {isWrong ? texts.accessWrong : texts.accessHelp(origin)}
        </p>
        <div className="buttons">
          {usable.length > 0 && <button type="submit">{texts.useAccess}</button>}
          {isSet && (
            <button
              type="button"
              className="quiet"
              onClick={() => {
                box.forget(agent);
                setIsSet(false);
                onChange();
              }}
            >
              {texts.forgetAccess}
            </button>
          )}
        </div>
      </form>
    </details>
  );
}
