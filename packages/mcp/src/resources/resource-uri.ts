/** A parsed address of this bridge: the index, a card, a schema, or a part of a task. */
export type ResourceAddress =
  | { readonly kind: 'agents' }
  | { readonly kind: 'card'; readonly alias: string }
  | { readonly kind: 'schema'; readonly alias: string; readonly name: string }
  /** A file, the output or the text of a task; its handle is encrypted. */
  | {
      readonly kind: 'part';
      readonly alias: string;
      readonly part: string;
      /** The position where the page begins; `undefined` if the whole part is read. */
      readonly from: number | undefined;
    };

export const AGENTS_URI = 'a2a://agents';

export function toCardUri(alias: string): string {
  return `${AGENTS_URI}/${alias}/card`;
}

export function toSchemaUri(alias: string, name: string): string {
  return `${AGENTS_URI}/${alias}/schemas/${encodeURIComponent(name)}`;
}

export function toFileUri({
  alias,
  part,
}: {
  readonly alias: string;
  readonly part: string;
}): string {
  return `${AGENTS_URI}/${alias}/parts/${part}`;
}

/** Parses the address of a resource; `undefined` if it is not one of this bridge's. */
export function parseResourceUri(uri: string): ResourceAddress | undefined {
  if (uri === AGENTS_URI) return { kind: 'agents' };
  if (!uri.startsWith(`${AGENTS_URI}/`)) return undefined;
  const [alias = '', what, segment, ...extra] = uri.slice(AGENTS_URI.length + 1).split('/');
  if (extra.length > 0) return undefined;
  if (what === 'card' && segment === undefined) return { kind: 'card', alias };
  if (segment === undefined || segment === '') return undefined;
  if (what === 'parts') return parsePart(alias, segment);
  if (what !== 'schemas') return undefined;
  try {
    return { kind: 'schema', alias, name: decodeURIComponent(segment) };
  } catch {
    return undefined;
  }
}

function parsePart(alias: string, segment: string): ResourceAddress | undefined {
  const [, part, digits] = /^([^?]+)(?:\?from=(\d{1,15}))?$/u.exec(segment) ?? [];
  if (part === undefined) return undefined;
  return { kind: 'part', alias, part, from: digits === undefined ? undefined : Number(digits) };
}

/**
 * The number that stands for the data of a task in the address of a part, in place of the index of
 * a file; {@link TEXT_PART} stands for the task's text.
 */
export const OUTPUT_PART = -1;
export const TEXT_PART = -2;
