import { describeRegistryStore } from '../testing/describe-registry-store.ts';
import { createMemoryRegistryStore } from './memory-store.ts';

describeRegistryStore('createMemoryRegistryStore()', {
  open: async () => createMemoryRegistryStore(),
});
