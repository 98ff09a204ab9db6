import type { Command } from 'commander';
import { CliError } from '../errors/errors.ts';
import { assertAddress } from '../remote/connect-options.ts';
import type { SignInSettings } from '../sign-in/sign-in.ts';
import type { Console } from '../terminal/console.ts';
import { createInterrupt } from '../terminal/interrupt.ts';
import { toSafeJson, toSafeLine } from '../terminal/safe-text.ts';
import { addCommonFlags, type CommonFlags } from './common-flags.ts';

/**
 * Adds the commands `formwork login URL` and `formwork logout URL`, which sign a person in at an
 * agent's provider and out again.
 */
export function defineLogin(program: Command, console: Console): void {
  const login = program
    .command('login')
    .description('sign in at the provider of an agent; later commands send the token to its origin')
    .argument('<url>', 'URL of an agent')
    .option(
      '--client-id <id>',
      'the id that the provider knows this program by [FORMWORK_CLIENT_ID]',
    )
    .option('--issuer <url>', 'the provider (default: the one that the agent names)')
    .option('--scope <words>', 'scopes with spaces between (default: all that the skills ask for)')
    .option('--resource <url>', 'the agent as the provider knows it (default: as the agent says)')
    .option('--device', 'sign in with a browser elsewhere, such as on a phone')
    .option('--no-browser', 'print the address of the page without opening it')
    .action(async (url: string, flags: SignInSettings & CommonFlags) => {
      assertAddress(url);
      const { signIn } = await import('../sign-in/sign-in.ts');
      const { findSignInFile, saveSignIn } = await import('../sign-in/saved-sign-ins.ts');
      const clientId = flags.clientId ?? process.env['FORMWORK_CLIENT_ID'];
      const wishes = { ...flags, ...(clientId !== undefined && { clientId }) };
      const interrupt = createInterrupt();
      try {
        const tokens = await signIn(url, { wishes, console, signal: interrupt.signal });
        const file = findSignInFile();
        await saveSignIn(url, tokens, file);
        const { issuer, scope = '', expiresAt } = tokens;
        if (flags.json === true) console.out(toSafeJson({ url, issuer, scope, expiresAt, file }));
        else console.out(`Signed in at ${toSafeLine(issuer)}. The token is kept in ${file}.`);
      } catch (error) {
        if (!interrupt.signal.aborted) throw error;
        throw new CliError('Interrupted: nobody was signed in.', {
          exitCode: interrupt.exitCode(),
          cause: error,
        });
      } finally {
        interrupt.dispose();
      }
    });
  addCommonFlags(login, [
    'formwork login https://agents.example.com --client-id terminal',
    'formwork login https://agents.example.com --client-id terminal --device',
  ]);

  const logout = program
    .command('logout')
    .description('forget the token of an agent')
    .argument('<url>', 'URL of the agent')
    .action(async (url: string, { json }: CommonFlags) => {
      assertAddress(url);
      const { forgetSignIn } = await import('../sign-in/saved-sign-ins.ts');
      const { origin } = new URL(url);
      if (!(await forgetSignIn(url))) throw new CliError(`Nobody is signed in at ${origin}.`);
      if (json === true) console.out(toSafeJson({ url, origin }));
      else console.out(`Signed out of ${origin}.`);
    });
  addCommonFlags(logout, ['formwork logout https://agents.example.com']);
}
