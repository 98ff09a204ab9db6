import type { RemoteSchema } from '@formwork/client';

/** True for an input that the agent may stop accepting, according to its schema. */
export function isDeprecated(input: RemoteSchema): boolean {
  return input.kind === 'usable' && input.schema['deprecated'] === true;
}
