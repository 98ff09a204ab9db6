// The parts of `jose` that cards need. Bundlers keep only these, and only for pages that verify a
// card: a dynamic import of the whole package makes some of them keep all of it, even at once.
export {
  base64url,
  calculateJwkThumbprint,
  decodeProtectedHeader,
  exportJWK,
  FlattenedSign,
  flattenedVerify,
  generateKeyPair,
  importJWK,
} from 'jose';
