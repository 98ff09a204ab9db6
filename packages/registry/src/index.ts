// Everything named here is public; nothing else is.
export type { CardChange, ChangedSchema, ChangedText } from './agents/card-change.ts';
export type {
  AgentFacts,
  AgentStatus,
  ListedSchema,
  ListedSignature,
  ListedSkill,
  RegisteredAgent,
} from './agents/registered-agent.ts';
export type { Term, TermKind } from './agents/terms.ts';
export { createRegistryAgent, type RegistryAgentOptions } from './create-registry-agent.ts';
export type { CardKeys } from './cards/card-reader.ts';
export type { AllowedAddresses } from './cards/create-checked-fetch.ts';
export { createRegistryClient, type RegistryClient } from './registry-client.ts';
export { createRegistry } from './create-registry.ts';
export {
  AgentRefusedError,
  AgentUnknownError,
  CursorInvalidError,
  NotOwnerError,
  RegistryAnswerError,
  RegistryBusyError,
  RegistryFullError,
  RegistryStorageError,
} from './errors.ts';
export type { Caller } from './owners.ts';
export type { AgentPage, AgentQuery, Registration, Registry } from './registry.ts';
export type { RegistryOptions } from './registry-options.ts';
export { createMemoryRegistryStore } from './store/memory-store.ts';
export type {
  AgentLimits,
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
