// Everything named here is public; nothing else is.
export { createSessionDialect } from './sessions/create-session-dialect.ts';
export type { SessionDialectOptions } from './sessions/session-dialect-options.ts';
export type { SessionEvent } from './sessions/session-event.ts';
export { TASK_METADATA_KEY } from './sessions/to-agent-message.ts';
export { SYSTEM_METADATA_KEY } from './sessions/to-protocol-message.ts';
