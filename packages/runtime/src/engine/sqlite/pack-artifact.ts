import type { Artifact } from '@a2a-js/sdk';
import type { NewTaskEvent } from '../task-event.ts';
import { fillPart, omitEmpty, packPart, type PackedPart } from './pack-part.ts';

type ArtifactEvent = Extract<NewTaskEvent, { readonly kind: 'artifact' }>;

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
