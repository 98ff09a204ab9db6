// Everything named here is public; nothing else is.
export { createEnvelopeAdapter } from './envelopes/door/create-envelope-adapter.ts';
export type {
  AnnouncedAgent,
  Discover,
  DiscoverQuery,
  DiscoverResult,
  EnvelopeAdapterOptions,
} from './envelopes/door/settings.ts';
export {
  createSentMessages,
  type SentMessages,
  type SentMessagesOptions,
} from './envelopes/door/sent-messages.ts';
export {
  KeyRefusedError,
  NonceStoreError,
  NonceStoreFullError,
  type EnvelopeErrorCode,
} from './envelopes/errors.ts';
export {
  checkEnvelope,
  type CheckEnvelopeOptions,
  type EnvelopeVerdict,
} from './envelopes/message/check-envelope.ts';
export {
  createEnvelope,
  findCorrelationProblem,
  type AuthenticationTag,
  type Envelope,
  type EnvelopeDraft,
  type MessageType,
  type Question,
} from './envelopes/message/envelope.ts';
export {
  createMemoryNonceStore,
  type MemoryNonceStoreOptions,
  type NonceStore,
  type NonceUse,
} from './envelopes/nonce-store.ts';
export {
  type AgentKeys,
  createKeyRing,
  createSigningKey,
  type KeyLookup,
  type KeyRegistration,
  type PrivateKeyInput,
  type PublicKeyEntry,
  type PublicKeyInput,
  type SigningKey,
  type VerifyingKey,
} from './envelopes/tags/keys.ts';
export {
  signEnvelope,
  verifyEnvelope,
  type SignedEnvelope,
  type SignEnvelopeOptions,
  type TagVerdict,
  type VerifyEnvelopeOptions,
} from './envelopes/tags/authentication-tag.ts';
export type { SignatureAlgorithm } from './envelopes/tags/signature-algorithm.ts';
export {
  createSessionAdapter,
  type SessionAdapterOptions,
} from './sessions/create-session-adapter.ts';
export type { SessionEvent } from './sessions/stream-session.ts';
export { TASK_METADATA_KEY } from './sessions/agent-message.ts';
export { SYSTEM_METADATA_KEY } from './sessions/protocol-message.ts';
