// Everything named here is public; nothing else is.
export { EXIT_CODES, type ExitCode } from './exit-codes.ts';
export { runCommandLine } from './run-command-line.ts';
