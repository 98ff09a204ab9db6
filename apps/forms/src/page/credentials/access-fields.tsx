import type { DescribedCredential } from '@formwork/client';
import { useId, useState, type ReactNode } from 'react';
import { useServices } from '../app/services.ts';
import { useTexts } from '../texts/use-texts.ts';
import { toCredentialHeader } from './credential-box.ts';

/** What is asked for by an agent that refuses callers and whose card does not say what it takes. */
const USUAL: DescribedCredential = { kind: 'bearer', scheme: 'bearer', description: '' };

interface AccessFieldsProps {
  /** Address of the agent, as it was opened. */
  readonly agent: string;
  /** Where what is entered goes. */
  readonly origin: string;
  readonly credentials: readonly DescribedCredential[];
  readonly submitLabel: string;
  /** Called once what was entered is kept. */
  readonly onUse: () => void;
  /** True where nothing else is to be done. Default false. */
  readonly isMain?: boolean;
  /** More buttons. */
  readonly children?: ReactNode;
}

/** A field for each way to say who calls, and the button that uses what was entered. */
export function AccessFields(props: AccessFieldsProps): ReactNode {
  const { agent, origin, credentials, submitLabel, onUse, isMain = false, children } = props;
  const texts = useTexts();
  const { credentials: box } = useServices();
  const [entered, setEntered] = useState<Readonly<Record<string, string>>>({});
  const [isWrong, setWrong] = useState(false);
  const id = useId();
  const ways = credentials.length === 0 ? [USUAL] : credentials;
  const usable = ways.filter(({ kind }) => kind !== 'other');
  const others = ways.filter(({ kind }) => kind === 'other');

  function use(): void {
    const given = usable.filter(({ scheme }) => (entered[scheme] ?? '') !== '');
    const headers = given.map((way) => toCredentialHeader(way, entered[way.scheme] ?? ''));
    const whole = headers.filter((header) => header !== undefined);
    const isFine = whole.length > 0 && whole.length === headers.length;
    setWrong(!isFine);
    if (!isFine) return;
    box.put(agent, Object.fromEntries(whole));
    setEntered({});
    onUse();
  }

  return (
    <form
      className="access-fields"
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
        {usable.length > 0 && (
          <button type="submit" className={isMain ? 'main-button' : undefined}>
            {submitLabel}
          </button>
        )}
        {children}
      </div>
    </form>
  );
}
