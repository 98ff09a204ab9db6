// Everything named here is public; nothing else is.
export { createEnvelopeDialect } from './envelopes/door/create-envelope-dialect.ts';
export type {
  AnnouncedAgent,
  Discover,
  DiscoverQuery,
  DiscoverResult,
} from './envelopes/door/discovery.ts';
export type { EnvelopeDialectOptions } from './envelopes/door/envelope-dialect-options.ts';
export {
  createSentMessages,
  type SentMessages,
  type SentMessagesOptions,
} from './envelopes/door/sent-messages.ts';
export { KeyRefusedError } from './envelopes/errors/key-refused-error.ts';
export { NonceStoreError } from './envelopes/errors/nonce-store-error.ts';
export { NonceStoreFullError } from './envelopes/errors/nonce-store-full-error.ts';
export {
  checkEnvelope,
  type CheckEnvelopeOptions,
  type EnvelopeVerdict,
} from './envelopes/message/check-envelope.ts';
export { createEnvelope, type EnvelopeDraft } from './envelopes/message/create-envelope.ts';
export type { AuthenticationTag, Envelope, MessageType } from './envelopes/message/envelope.ts';
export type { EnvelopeErrorCode } from './envelopes/message/error-code.ts';
export { findCorrelationProblem, type Question } from './envelopes/message/correlation.ts';
export {
  createMemoryNonceStore,
  type MemoryNonceStoreOptions,
} from './envelopes/nonces/memory-nonce-store.ts';
export type { NonceStore, NonceUse } from './envelopes/nonces/nonce-store.ts';
export { createKeyRing, type AgentKeys, type KeyRegistration } from './envelopes/tags/key-ring.ts';
export type { PublicKeyEntry, PublicKeyInput, VerifyingKey } from './envelopes/tags/public-key.ts';
export {
  signEnvelope,
  type SignedEnvelope,
  type SignEnvelopeOptions,
} from './envelopes/tags/sign-envelope.ts';
export type { SignatureAlgorithm } from './envelopes/tags/signature-algorithm.ts';
export {
  createSigningKey,
  type PrivateKeyInput,
  type SigningKey,
} from './envelopes/tags/signing-key.ts';
export {
  verifyEnvelope,
  type KeyLookup,
  type TagVerdict,
  type VerifyEnvelopeOptions,
} from './envelopes/tags/verify-envelope.ts';
export { createSessionDialect } from './sessions/create-session-dialect.ts';
export type { SessionDialectOptions } from './sessions/session-dialect-options.ts';
export type { SessionEvent } from './sessions/session-event.ts';
export { TASK_METADATA_KEY } from './sessions/to-agent-message.ts';
export { SYSTEM_METADATA_KEY } from './sessions/to-protocol-message.ts';
