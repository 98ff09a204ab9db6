import type { FormsSignIn } from '@formwork/forms/internal';
import { isRecord } from '@formwork/schema/json';
import { BOOLEAN_RULE, checkOptions, type OptionRule } from '@formwork/schema/options';

/** The OAuth client by which operators sign in; it must be registered with the provider. */
export type ConsoleSignIn = FormsSignIn;

/** Options of `createConsoleAdapter`. */
export interface ConsoleOptions {
  /** The scope that the credentials of an operator need. Default `operate`. */
  readonly scope?: string;
  /** The path of the page; its API is below it. Default `/console`. */
  readonly path?: string;
  /**
   * True serves the console to this machine alone, without signing in, if the server has no
   * authentication and no public URL beyond this machine. Default false: such a server is refused.
   */
  readonly onThisMachine?: boolean;
  /**
   * Lets operators sign in at a provider; the server keeps their tokens. The scope asked for is the
   * one of these options, by default `openid offline_access` and {@link scope}. Default: operators
   * enter a token or key.
   */
  readonly signIn?: ConsoleSignIn;
  /**
   * Further host names under which people open the console, without ports. Default: those of this
   * machine and of the public URL.
   */
  readonly allowedHosts?: readonly string[];
}

const RULES: { readonly [Name in keyof Required<ConsoleOptions>]: OptionRule } = {
  scope: {
    expected: 'a word',
    isValid: (value) => typeof value === 'string' && /^[^\s"\\]+$/u.test(value),
  },
  path: {
    expected: 'a path such as "/console"',
    isValid: (value) =>
      typeof value === 'string' && /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)+$/u.test(value),
  },
  onThisMachine: BOOLEAN_RULE,
  signIn: {
    expected: 'an object with issuer and clientId, which are texts',
    isValid: (value) =>
      isRecord(value) &&
      [value['issuer'], value['clientId']].every((text) => typeof text === 'string'),
    // The value may contain a secret, so the error does not show it.
    describe: (value) => (isRecord(value) ? 'an object without them' : typeof value),
  },
  allowedHosts: {
    expected: 'an array of host names without ports',
    isValid: (value) => Array.isArray(value) && value.every((name) => typeof name === 'string'),
  },
};

/**
 * Checks the options of a console.
 *
 * @throws TypeError that names the option at fault
 */
export function checkConsoleOptions(options: ConsoleOptions): void {
  checkOptions(options, { subject: 'Cannot serve the console', rules: RULES });
}
