import { SCHEMA_VERSIONS, SUPPORTED_PROTOCOLS } from './to-document-card.ts';

/** What a peer says that it speaks. */
export interface Offer {
  readonly protocols: readonly string[];
  /** `undefined` when the peer does not say. */
  readonly schemaVersions: readonly string[] | undefined;
}

/** What both speak, by the words of the peer, or which of the two they have not in common. */
export type Agreement =
  | { readonly kind: 'agreed'; readonly protocol: string; readonly schemaVersion?: string }
  | { readonly kind: 'nothing'; readonly field: 'supported_protocols' | 'schema_versions' };

/**
 * Chooses versions (Version Compatibility): the same as ours if the peer has it, else the first of
 * the same major version, as minor versions only add.
 */
export function negotiate({ protocols, schemaVersions }: Offer): Agreement {
  const protocol = pick(protocols, SUPPORTED_PROTOCOLS);
  if (protocol === undefined) return { kind: 'nothing', field: 'supported_protocols' };
  if (schemaVersions === undefined) return { kind: 'agreed', protocol };
  const schemaVersion = pick(schemaVersions, SCHEMA_VERSIONS);
  return schemaVersion === undefined
    ? { kind: 'nothing', field: 'schema_versions' }
    : { kind: 'agreed', protocol, schemaVersion };
}

function pick(offered: readonly string[], ours: readonly string[]): string | undefined {
  return (
    offered.find((version) => ours.includes(version)) ??
    offered.find((version) => ours.some((own) => toMajor(own) === toMajor(version)))
  );
}

/** `A2A/1` of `A2A/1.4`, `1` of `1.4.2`; the whole of what is no version. */
function toMajor(version: string): string {
  return /^((?:.*\/)?\d+)\.\d+(?:\.\d+)?$/u.exec(version)?.[1] ?? version;
}
