import type { DescribedCredential } from '@formwork/client';
import { PeopleClientError } from '@formwork/people/client';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { createPagePeople } from '../people/page-people.ts';
import { API } from '../preload.ts';
import { createTextsHook, useTexts } from '../texts/use-texts.ts';
import { toCredentialHeader } from '../workspace/credential-store.ts';
import { useServices } from '../workspace/services.ts';

const ENGLISH: AccessTexts = {
  accessHelp: (origin) => `Kept until you leave or reload this page, and sent to ${origin} alone.`,
  bearer: 'Access token',
  apiKey: (header) => `API key (${header})`,
  otherAccess: (scheme) => `The agent also takes “${scheme}”, which this page cannot do.`,
  accessWrong: 'Enter the token or key: letters, digits and signs, on one line',
  accessRefused: 'This key was refused. Check it, then enter it again.',
  signIn: (provider) => `Sign in at ${provider}`,
  signOut: 'Sign out',
  signInRefused: (provider) =>
    `Your sign-in has ended, or the agent does not accept it. Sign in at ${provider} again. If that does not help, tell the people who run this page.`,
  signedInAs: (name) => `Signed in as ${name}`,
};

const GERMAN: AccessTexts = {
  accessHelp: (origin) =>
    `Bleibt, bis Sie diese Seite verlassen oder neu laden, und geht nur an ${origin}.`,
  bearer: 'Zugangstoken',
  apiKey: (header) => `API-Schlüssel (${header})`,
  otherAccess: (scheme) => `Der Agent nimmt auch „${scheme}“, was diese Seite nicht kann.`,
  accessWrong: 'Geben Sie Token oder Schlüssel ein: Buchstaben, Ziffern und Zeichen in einer Zeile',
  accessRefused:
    'Dieser Schlüssel wurde abgelehnt. Prüfen Sie ihn und geben Sie ihn noch einmal ein.',
  signIn: (provider) => `Bei ${provider} anmelden`,
  signOut: 'Abmelden',
  signInRefused: (provider) =>
    `Ihre Anmeldung ist abgelaufen, oder der Agent nimmt sie nicht an. Melden Sie sich noch einmal bei ${provider} an. Hilft das nicht, sagen Sie den Betreibern dieser Seite Bescheid.`,
  signedInAs: (name) => `Angemeldet als ${name}`,
};

const ARABIC: AccessTexts = {
  accessHelp: (origin) => `يُحفظ حتى تغادر هذه الصفحة أو تعيد تحميلها، ويُرسل إلى ${origin} وحده.`,
  bearer: 'رمز الدخول',
  apiKey: (header) => `مفتاح الواجهة (${header})`,
  otherAccess: (scheme) => `يقبل الوكيل أيضًا «${scheme}»، وهذه الصفحة لا تدعمه.`,
  accessWrong: 'أدخل الرمز أو المفتاح: حروف وأرقام وعلامات في سطر واحد',
  accessRefused: 'رُفض هذا المفتاح. تحقق منه ثم أدخله مرة أخرى.',
  signIn: (provider) => `تسجيل الدخول لدى ${provider}`,
  signOut: 'تسجيل الخروج',
  signInRefused: (provider) =>
    `انتهى تسجيل دخولك، أو لا يقبله الوكيل. سجّل الدخول لدى ${provider} مرة أخرى. إن لم يُجدِ ذلك، فأخبر من يدير هذه الصفحة.`,
  signedInAs: (name) => `سجّلت الدخول باسم \u2068${name}\u2069`,
};

/** Returns the texts about credentials in the language of the page. */
export const useAccessTexts: () => AccessTexts = createTextsHook({
  en: ENGLISH,
  de: GERMAN,
  ar: ARABIC,
});

/**
 * The credential that the page asks for if an agent refuses a caller without naming credentials in
 * its card.
 */
const USUAL: DescribedCredential = { kind: 'bearer', scheme: 'bearer', description: '' };

/**
 * Draws a field for each kind of credential that the agent accepts, and the button that stores the
 * entered ones for calls.
 */
export function AccessFields(props: {
  /** The address of the agent, as the person entered or chose it. */
  readonly agent: string;
  /** The origin that the entered credentials are sent to. */
  readonly origin: string;
  readonly credentials: readonly DescribedCredential[];
  readonly submitLabel: string;
  /** Called after the page has stored the entered credentials. */
  readonly onUse: () => void;
  /**
   * True if the person can do nothing but enter credentials, so that their field takes the focus.
   * Default false.
   */
  readonly isMain?: boolean;
}): ReactNode {
  const { agent, origin, credentials, submitLabel, onUse, isMain = false } = props;
  const texts = useTexts();
  const accessTexts = useAccessTexts();
  const { credentials: box } = useServices();
  const [entered, setEntered] = useState<Readonly<Record<string, string>>>({});
  const [isWrong, setWrong] = useState(false);
  // A refusal counts only if it came before these fields were drawn, and until the person enters
  // something.
  const [isRefused, setRefused] = useState(() => box.isRefused(agent));
  const [isChecking, setChecking] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (isMain && isRefused) form.current?.querySelector('input')?.focus();
  }, [isMain, isRefused]);
  const id = useId();
  const ways = credentials.length === 0 ? [USUAL] : credentials;
  const usable = ways.filter(({ kind }) => kind !== 'other');
  const otherWays = ways.filter(({ kind }) => kind === 'other');

  async function use(): Promise<void> {
    if (isChecking) return;
    const filledWays = usable.filter(({ scheme }) => (entered[scheme] ?? '') !== '');
    const headers = filledWays.map((way) => toCredentialHeader(way, entered[way.scheme] ?? ''));
    const whole = headers.filter((header) => header !== undefined);
    const isFine = whole.length > 0 && whole.length === headers.length;
    setWrong(!isFine);
    if (!isFine) return;
    const entries = Object.fromEntries(whole);
    setChecking(true);
    const isWanted = await isAccepted(agent, entries);
    setChecking(false);
    setRefused(!isWanted);
    if (!isWanted) {
      form.current?.querySelector('input')?.focus();
      return;
    }
    box.put(agent, entries);
    setEntered({});
    onUse();
  }

  return (
    <form
      ref={form}
      className="access-fields"
      noValidate
      // Fields that stand in the side bar as well have another name there.
      aria-label={isMain ? submitLabel : texts.access}
      onSubmit={(event) => {
        event.preventDefault();
        void use();
      }}
    >
      <SignIn texts={accessTexts} isRefused={isMain} />
      {usable.map((way) => (
        <div key={way.scheme} className="field">
          <label htmlFor={`${id}-${way.scheme}`}>
            {way.kind === 'api-key' ? accessTexts.apiKey(way.header) : accessTexts.bearer}
          </label>
          {way.description !== '' && <p className="help">{way.description}</p>}
          <input
            id={`${id}-${way.scheme}`}
            type="password"
            autoComplete="off"
            dir="ltr"
            value={entered[way.scheme] ?? ''}
            aria-invalid={isWrong || isRefused || undefined}
            aria-describedby={`${id}-help`}
            onChange={({ target }) => {
              setEntered({ ...entered, [way.scheme]: target.value });
              setRefused(false);
            }}
          />
        </div>
      ))}
      {otherWays.map(({ scheme }) => (
        <p key={scheme} className="help">
          {accessTexts.otherAccess(scheme)}
        </p>
      ))}
      <p id={`${id}-help`} role="status" className={isWrong || isRefused ? 'wrong' : 'help'}>
        {isWrong
          ? accessTexts.accessWrong
          : isRefused
            ? accessTexts.accessRefused
            : accessTexts.accessHelp(origin)}
      </p>
      {usable.length > 0 && (
        <div className="buttons">
          <button
            type="submit"
            className={isMain ? 'main-button' : undefined}
            aria-disabled={isChecking || undefined}
          >
            {submitLabel}
          </button>
        </div>
      )}
    </form>
  );
}

/** The time after which credentials count as accepted, until a call tells, in milliseconds. */
const CHECK_MS = 10_000;

/**
 * Asks an agent at once whether it knows who has these credentials. True as well for an agent that
 * cannot be asked: its calls will tell.
 */
async function isAccepted(
  agent: string,
  headers: Readonly<Record<string, string>>,
): Promise<boolean> {
  try {
    await createPagePeople(agent, () => headers).who(AbortSignal.timeout(CHECK_MS));
    return true;
  } catch (error) {
    return !(error instanceof PeopleClientError && error.status === 401);
  }
}

/**
 * Draws the link to the sign-in provider, or the button to sign out for a person who has signed in:
 * both, and why, if the agent refuses that person.
 */
function SignIn({
  texts,
  isRefused,
}: {
  readonly texts: AccessTexts;
  /** True if the agent has refused the person who is signed in. */
  readonly isRefused: boolean;
}): ReactNode {
  const signIn = useServices().signIn();
  if (signIn === undefined) return undefined;
  const link = (
    <a
      className="button main-button"
      href={`${API}/sign-in?to=${encodeURIComponent(window.location.hash)}`}
    >
      {texts.signIn(signIn.provider)}
    </a>
  );
  if (!signIn.isSignedIn) return link;
  async function signOut(): Promise<void> {
    const headers = { 'content-type': 'application/json' };
    const request = fetch(`${API}/sign-out`, { method: 'POST', headers, body: '{}' });
    // The page that is loaded again says what has become of it.
    await request.catch(() => undefined);
    window.location.reload();
  }
  return (
    <>
      {isRefused && <p className="wrong">{texts.signInRefused(signIn.provider)}</p>}
      {isRefused && link}
      <button type="button" onClick={() => void signOut()}>
        {texts.signOut}
      </button>
    </>
  );
}

/**
 * The texts about credentials in one language; they are loaded together with the fields for
 * credentials.
 */
interface AccessTexts {
  readonly accessHelp: (origin: string) => string;
  readonly bearer: string;
  readonly apiKey: (header: string) => string;
  readonly otherAccess: (scheme: string) => string;
  readonly accessWrong: string;
  /** The note that the agent has received the credentials and does not accept them. */
  readonly accessRefused: string;
  readonly signIn: (provider: string) => string;
  readonly signOut: string;
  /** The note that the agent refuses a person who has signed in. */
  readonly signInRefused: (provider: string) => string;
  readonly signedInAs: (name: string) => string;
}
