import { isRecord } from '@formwork/schema/internal';
import { listDocumentForms, type DocumentForm } from './document-form.ts';

/** What the other version of a card is, by the dialect of the one that it was taken for. */
const OTHER_VERSION = { 'a2a/v1.0': 'a2a/v0.3', 'a2a/v0.3': 'a2a/v1.0' } as const;

/**
 * The other form of a card that carries both versions of A2A: the interfaces of 1.0 (section 4.4.1)
 * beside the address and the version of 0.3 (section 5.5). `undefined` for all else.
 */
export function findCompanion(value: unknown, form: DocumentForm): DocumentForm | undefined {
  const { dialect, kind } = form;
  if (kind !== 'card' || (dialect !== 'a2a/v1.0' && dialect !== 'a2a/v0.3')) return undefined;
  if (!isRecord(value)) return undefined;
  const carriesBoth = ['supportedInterfaces', 'url', 'protocolVersion'].every((name) =>
    Object.hasOwn(value, name),
  );
  if (!carriesBoth) return undefined;
  return listDocumentForms({ dialect: OTHER_VERSION[dialect], kind }).find(
    (other) => other.kind === kind,
  );
}
