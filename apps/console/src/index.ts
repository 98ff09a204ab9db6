// Everything named here is public; nothing else is.
export type { ConsoleOptions, ConsoleSignIn } from './server/console-options.ts';
export { createConsoleAdapter } from './server/create-console-adapter.ts';
