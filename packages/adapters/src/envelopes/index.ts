// The only entrance: nothing else of this folder is imported from outside it.
export { createEnvelopeAdapter } from './door/create-envelope-adapter.ts';
export type {
  AnnouncedAgent,
  Discover,
  DiscoverQuery,
  DiscoverResult,
  EnvelopeAdapterOptions,
} from './door/settings.ts';
export {
  createSentMessages,
  type SentMessages,
  type SentMessagesOptions,
} from './door/sent-messages.ts';
export {
  KeyRefusedError,
  NonceStoreError,
  NonceStoreFullError,
  type EnvelopeErrorCode,
} from './errors.ts';
export {
  checkEnvelope,
  type CheckEnvelopeOptions,
  type EnvelopeResult,
} from './message/check-envelope.ts';
export {
  createEnvelope,
  findCorrelationProblem,
  type AuthenticationTag,
  type Envelope,
  type EnvelopeDraft,
  type MessageType,
  type Question,
} from './message/envelope.ts';
export {
  createMemoryNonceStore,
  createNonceStore,
  type MemoryNonceStoreOptions,
  type NonceStore,
  type NonceStoreOptions,
  type NonceUse,
} from './nonce-store.ts';
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
} from './tags/keys.ts';
export {
  signEnvelope,
  verifyEnvelope,
  type SignedEnvelope,
  type SignEnvelopeOptions,
  type TagResult,
  type VerifyEnvelopeOptions,
} from './tags/authentication-tag.ts';
export type { SignatureAlgorithm } from './tags/signature-algorithm.ts';
