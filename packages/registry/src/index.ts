// Everything named here is public; nothing else is.
export type { AgentPage, AgentQuery } from './agents/agent-query.ts';
export type { CardChange, ChangedSchema, ChangedText } from './agents/card-change.ts';
export type {
  AgentFacts,
  AgentStatus,
  ListedSchema,
  ListedSkill,
  RegisteredAgent,
} from './agents/registered-agent.ts';
export { createRegistryAgent, type RegistryAgentOptions } from './agent/create-registry-agent.ts';
export type { AllowedAddresses } from './cards/address-rules.ts';
export { createRegistryClient, type RegistryClient } from './client/create-registry-client.ts';
export { createRegistry } from './create-registry.ts';
export { AgentRefusedError } from './errors/agent-refused-error.ts';
export { AgentUnknownError } from './errors/agent-unknown-error.ts';
export { CursorInvalidError } from './errors/cursor-invalid-error.ts';
export { NotOwnerError } from './errors/not-owner-error.ts';
export { RegistryAnswerError } from './errors/registry-answer-error.ts';
export { RegistryBusyError } from './errors/registry-busy-error.ts';
export { RegistryFullError } from './errors/registry-full-error.ts';
export { RegistryStorageError } from './errors/registry-storage-error.ts';
export type { Caller } from './owners/owner.ts';
export type { Registration, Registry } from './registry.ts';
export type { RegistryOptions } from './registry-options.ts';
export { createMemoryRegistryStore } from './store/memory-store.ts';
export type {
  CheckOutcome,
  HearOptions,
  Heartbeat,
  NewAgent,
  RegistryStore,
  SearchTerm,
  StoredAgent,
  StorePage,
  StoreSearch,
} from './store/registry-store.ts';
export type { Term, TermKind } from './agents/term.ts';
