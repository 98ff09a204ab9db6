// Everything named here is public; nothing else is.
export {
  createSqliteRegistryStore,
  type SqliteRegistryStoreOptions,
} from './create-sqlite-registry-store.ts';
