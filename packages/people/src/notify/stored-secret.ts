import type { SharedRecords } from '@formwork/runtime';
import { KEEP_MS } from '../stored-json.ts';

/**
 * Returns a secret that all replicas of an agent share and that outlives them: the first replica
 * makes it, and each start keeps it for another 400 days.
 */
export async function keepSecret(
  records: Pick<SharedRecords, 'add' | 'set'>,
  key: string,
  make: () => string | Promise<string>,
): Promise<string> {
  const { value, isNew } = await records.add(key, { value: await make(), ttlMs: KEEP_MS });
  if (!isNew) await records.set(key, { value, ttlMs: KEEP_MS }, { replaces: value });
  return value;
}
