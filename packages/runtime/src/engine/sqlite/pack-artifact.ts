import type { Artifact, Part } from '@a2a-js/sdk';
import type { NewTaskEvent } from '../task-event.ts';

type ArtifactEvent = Extract<NewTaskEvent, { readonly kind: 'artifact' }>;
type Content = NonNullable<Part['content']>;

interface PackedPart extends Partial<Part> {
  /** Its kind, and its value as JSON can hold it. */
  readonly is?: readonly [kind: Content['$case'], value: unknown];
}

interface PackedEvent extends Partial<Omit<ArtifactEvent, 'kind' | 'artifact'>> {
  readonly kind: 'artifact';
  readonly artifact: Partial<Omit<Artifact, 'parts'>> & { readonly parts?: readonly PackedPart[] };
}

/**
 * An event without what says nothing: a piece of a few words has more empty fields than words, and
 * every byte is on the disk before the next piece. {@link fillArtifactEvent} gives it back.
 */
export function packArtifactEvent({ artifact, append, lastChunk, ...rest }: ArtifactEvent): object {
  const parts = artifact.parts.map(packPart);
  return {
    ...rest,
    artifact: omitEmpty({ ...artifact, parts }),
    ...(append && { append }),
    ...(lastChunk && { lastChunk }),
  };
}

/** `packed` is what was just parsed, and may be changed. */
export function fillArtifactEvent(packed: PackedEvent): ArtifactEvent {
  const { artifact, append = false, lastChunk = false, ...rest } = packed;
  return {
    ...rest,
    artifact: {
      ...artifact,
      artifactId: artifact.artifactId ?? '',
      name: artifact.name ?? '',
      description: artifact.description ?? '',
      parts: (artifact.parts ?? []).map(fillPart),
      metadata: artifact.metadata,
      extensions: artifact.extensions ?? [],
    },
    append,
    lastChunk,
  };
}

function packPart({ content, ...rest }: Part): object {
  return { ...omitEmpty(rest), ...(content !== undefined && { is: packContent(content) }) };
}

function packContent(content: Content): readonly unknown[] {
  return content.$case === 'raw'
    ? ['raw', content.value.toString('base64')]
    : [content.$case, content.value];
}

function fillPart({ is, content: before, ...rest }: PackedPart): Part {
  const { filename = '', mediaType = '', metadata } = rest;
  // Files of earlier versions have the content as it is.
  const packed = is ?? (before && ([before.$case, before.value] as const));
  return { ...rest, content: packed && fillContent(packed), filename, mediaType, metadata };
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

function omitEmpty(fields: object): object {
  const entries: readonly (readonly [string, unknown])[] = Object.entries(fields);
  return Object.fromEntries(
    entries.filter(([, value]) => value !== '' && !(Array.isArray(value) && value.length === 0)),
  );
}
