// Everything named here is public; nothing else is.
export { createSessionDialect } from './sessions/create-session-dialect.ts';
export type { SessionDialectOptions } from './sessions/session-dialect-options.ts';
