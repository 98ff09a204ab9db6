// Public: signatures of cards, in browsers and Node. Anything exported here is API.
export { CardTrustError } from './signing-key.ts';

// Signing
export { createCardSigner, createSigningKey } from './card-signer.ts';
export type { CardSigner, CardSignerOptions, PrivateJwk, SignOptions } from './card-signer.ts';
export { checkSigningKeys } from './signing-key.ts';
export type { ExportableKey, PublicJwk, PublicKeys, SigningKey } from './signing-key.ts';
export type { CardJson, SignatureScope } from './signed-card.ts';

// Verifying
export { describeSignature, verifyCard } from './verify-card.ts';
export type { CardSignature, CardTrust, TrustedCard, VerifyCardOptions } from './verify-card.ts';
export { createMemoryPins } from './pins.ts';
export type { Pin, PinStore } from './pins.ts';
