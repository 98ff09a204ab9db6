import { didYouMean } from '@formwork/schema/internal';
import { previewJson } from '@formwork/schema/json';
import { OPERATIONS } from './operations.ts';

const CURRENT: readonly string[] = OPERATIONS.map(({ name }) => name);

const LEGACY: readonly string[] = OPERATIONS.flatMap(({ legacy }) => legacy?.name ?? []);

/** Says that a version of A2A has no method of a name, and which one is likely meant. */
export function describeUnknownMethod(name: unknown, version: '0.3' | '1.0'): string {
  const known = version === '1.0' ? CURRENT : LEGACY;
  return `Cannot run the method as method must be one of ${known.join(', ')}: current value is ${previewJson(name)}.${advise(name, version)}`;
}

function advise(name: unknown, version: '0.3' | '1.0'): string {
  if (typeof name !== 'string') return '';
  const other = version === '1.0' ? LEGACY : CURRENT;
  if (other.includes(name)) {
    const wanted = version === '1.0' ? '0.3' : '1.0';
    return ` That is a method of A2A ${wanted}, whose requests have the header "A2A-Version: ${wanted}"; this one is read as ${version}.`;
  }
  const known = version === '1.0' ? CURRENT : LEGACY;
  // gRPC and some clients name the service before the method.
  const near = didYouMean(name, known) ?? didYouMean(name.replace(/^.*[./]/u, ''), known);
  return near === undefined ? '' : ` Did you mean ${JSON.stringify(near)}?`;
}
