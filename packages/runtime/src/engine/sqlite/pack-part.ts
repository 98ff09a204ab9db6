import type { Part } from '@a2a-js/sdk';

type Content = NonNullable<Part['content']>;

/** A part as it is stored; what says nothing is left out. */
export interface PackedPart extends Partial<Part> {
  /** Its kind, and its value as JSON can hold it. */
  readonly is?: readonly [kind: Content['$case'], value: unknown];
}

/** Bytes become base64; JSON can hold the rest as it is, also data that is null. */
export function packPart({ content, ...rest }: Part): object {
  return { ...omitEmpty(rest), ...(content !== undefined && { is: packContent(content) }) };
}

/** What {@link packPart} was given; `packed` is what was just parsed. */
export function fillPart({ is, content: before, ...rest }: PackedPart): Part {
  const { filename = '', mediaType = '', metadata } = rest;
  // Files of earlier versions have the content as it is.
  const packed = is ?? (before && ([before.$case, before.value] as const));
  return { ...rest, content: packed && fillContent(packed), filename, mediaType, metadata };
}

/** A copy without empty texts and lists. */
export function omitEmpty(fields: object): object {
  const entries: readonly (readonly [string, unknown])[] = Object.entries(fields);
  return Object.fromEntries(
    entries.filter(([, value]) => value !== '' && !(Array.isArray(value) && value.length === 0)),
  );
}

function packContent(content: Content): readonly unknown[] {
  return content.$case === 'raw'
    ? ['raw', content.value.toString('base64')]
    : [content.$case, content.value];
}

function fillContent([kind, value]: NonNullable<PackedPart['is']>): Content {
  switch (kind) {
    case 'raw':
      return { $case: kind, value: Buffer.from(String(value), 'base64') };
    case 'text':
    case 'url':
      return { $case: kind, value: String(value) };
    case 'data':
      return { $case: kind, value };
  }
}
