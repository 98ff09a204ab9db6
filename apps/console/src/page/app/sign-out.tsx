import type { ReactNode } from 'react';
import { useClient } from '../client/console-client.ts';
import { useTexts } from '../texts/use-texts.ts';

/** Draws the button that ends the operator's session and loads the console anew. */
export function SignOut({ className }: { readonly className?: string }): ReactNode {
  const texts = useTexts();
  const client = useClient();

  async function signOut(): Promise<void> {
    // A session that the server does not end is asked for again after the page has loaded.
    await client.send('sign-out', {}).catch(() => undefined);
    location.reload();
  }

  return (
    <button type="button" className={className} onClick={() => void signOut()}>
      {texts.signOut}
    </button>
  );
}
