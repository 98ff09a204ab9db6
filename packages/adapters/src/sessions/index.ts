// The only entrance: nothing else of this folder is imported from outside it.
export { createSessionAdapter, type SessionAdapterOptions } from './create-session-adapter.ts';
export type { SessionEvent } from './stream-session.ts';
export { TASK_METADATA_KEY } from './agent-message.ts';
export { SYSTEM_METADATA_KEY } from './protocol-message.ts';
