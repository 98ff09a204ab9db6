import type { Agent } from '@formwork/core';
import { hideSecrets, isOneOf, listSecretValues } from '@formwork/schema/internal';
import type { Invocation } from '../engine/task-snapshot.ts';

/**
 * Lists the values of a task's input that its schema marks as `writeOnly`, as texts; none if the
 * agent does not have the schema.
 */
export function listInputSecrets(
  { inputSchemas }: Pick<Agent, 'inputSchemas'>,
  invocation: Invocation,
): readonly string[] {
  if (invocation.kind === 'text') return [];
  const schema = inputSchemas.get(invocation.schema)?.schema;
  return schema === undefined ? [] : listSecretValues(schema, invocation.data);
}

/** Copies JSON and hides secrets in its texts, its numbers and the names of its members. */
export function hideInData(data: unknown, secrets: readonly string[]): unknown {
  if (secrets.length === 0) return data;
  if (typeof data === 'string') return hideSecrets(data, secrets);
  // A number may be a secret, such as a PIN.
  if (typeof data === 'number') return isOneOf(String(data), secrets) ? '[secret]' : data;
  if (Array.isArray(data)) return data.map((item) => hideInData(item, secrets));
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(
    Object.entries(data).map(([name, member]) => [
      hideSecrets(name, secrets),
      hideInData(member, secrets),
    ]),
  );
}
