// Everything named here is public; nothing else is.
export {
  createPostgresRegistryStore,
  type PostgresRegistryStoreOptions,
} from './create-postgres-registry-store.ts';
