// Everything named here is public; nothing else is.
export {
  createSqliteNonceStore,
  type SqliteNonceStoreOptions,
} from './create-sqlite-nonce-store.ts';
