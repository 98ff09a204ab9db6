import { type FormEvent, type ReactNode, useId, useState } from 'react';
import type { ConsoleCredential, ConsoleSession } from '../../api/console-api.ts';
import { useClient } from '../client/console-client.ts';
import { Icon } from '../parts/icon.tsx';
import { useRoute, writeRoute } from '../route/route.ts';
import { useTexts } from '../texts/use-texts.ts';
import { SignOut } from './sign-out.tsx';

/** Draws what an operator has to do before the console opens: sign in, or enter a token or key. */
export function SignInScreen({
  session,
  isAgain,
  onTry,
}: {
  readonly session: ConsoleSession;
  /** True if the operator was admitted before, and has to sign in again. */
  readonly isAgain: boolean;
  /** Looks again whether the operator is admitted; resolves to `undefined` if no server answers. */
  readonly onTry: () => Promise<boolean | undefined>;
}): ReactNode {
  const texts = useTexts();
  const client = useClient();
  const hash = writeRoute(useRoute());
  const { scope, provider, credentials, isSignedIn } = session;
  const [isRefused, setRefused] = useState(isSignedIn);
  const [isLost, setLost] = useState(false);
  return (
    <main className="gate" id="content">
      <h1>{texts.gate.title}</h1>
      <p>{texts.gate.need(scope)}</p>
      {isAgain && !isRefused && <p role="alert">{texts.gate.ended}</p>}
      {isRefused && (
        <p className="warning" role="alert">
          <Icon name="alert" />
          {isSignedIn ? texts.gate.stranger(scope) : texts.gate.lacks(scope)}
        </p>
      )}
      {isLost && (
        <p className="warning" role="alert">
          <Icon name="alert" />
          {texts.gate.lost}
        </p>
      )}
      {provider !== undefined && !isSignedIn && (
        <a className="button main" href={`./api/sign-in?to=${encodeURIComponent(hash)}`}>
          {texts.gate.signInAt(provider)}
        </a>
      )}
      {isSignedIn && <SignOut />}
      {credentials.map((credential) => (
        <CredentialForm
          key={JSON.stringify(credential)}
          credential={credential}
          onUse={async (header) => {
            client.use(header);
            const isAdmitted = await onTry();
            setRefused(isAdmitted === false);
            setLost(isAdmitted === undefined);
          }}
        />
      ))}
    </main>
  );
}

function CredentialForm({
  credential,
  onUse,
}: {
  readonly credential: ConsoleCredential;
  readonly onUse: (header: readonly [string, string]) => Promise<void>;
}): ReactNode {
  const texts = useTexts();
  const id = useId();
  const [entered, setEntered] = useState('');

  function use(event: FormEvent): void {
    event.preventDefault();
    const value = entered.trim();
    // Other characters are not allowed in a header.
    if (!/^[\u0021-\u007E]+(?: [\u0021-\u007E]+)*$/u.test(value)) return;
    void onUse(
      credential.kind === 'api-key'
        ? [credential.header, value]
        : ['authorization', /^bearer /iu.test(value) ? value : `Bearer ${value}`],
    );
  }

  return (
    <form onSubmit={use}>
      <label htmlFor={id}>
        {credential.kind === 'bearer' ? texts.gate.token : texts.gate.key(credential.header)}
      </label>
      <input
        id={id}
        type="password"
        autoComplete="off"
        value={entered}
        aria-describedby={`${id}-help`}
        onChange={(event) => setEntered(event.target.value)}
      />
      <p className="note" id={`${id}-help`}>
        {texts.gate.kept}
      </p>
      <button type="submit" className="main">
        {texts.gate.open}
      </button>
    </form>
  );
}
