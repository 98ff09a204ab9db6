import type { Registry } from './create-registry.ts';
import type { Exchange } from './record-traffic.ts';
import type { DialectIndex } from './to-index.ts';

/**
 * Lists the faults that a schema finds in a value, with the reference of the schema and the value.
 */
export function findProblems(
  registry: Registry,
  reference: string | undefined,
  value: unknown,
): readonly object[] {
  if (reference === undefined) return [{ reference: 'there is none', value }];
  const validate = registry.compile(reference);
  if (validate(value)) return [];
  const errors = validate.errors?.map(({ instancePath, message }) => `${instancePath} ${message}`);
  return [{ reference, errors, value: JSON.stringify(value) }];
}

/** Lists the faults of a recorded request and its answers, by the schemas of their operation. */
export function findExchangeProblems(
  registry: Registry,
  { kinds, operations = {} }: DialectIndex,
  { operation, binding, request, status, responses }: Exchange,
): readonly object[] {
  const own = operations[operation] ?? {};
  const isRpc = binding === 'json-rpc';
  const answer = isRpc
    ? own['jsonRpcResponse']
    : status >= 400
      ? kinds['httpError']
      : (own['response'] ?? own['event']);
  const asked = isRpc ? own['jsonRpcRequest'] : own['request'];
  return [
    ...(request === undefined ? [] : findProblems(registry, asked, request)),
    ...responses.flatMap((response) => findProblems(registry, answer, response)),
  ];
}
