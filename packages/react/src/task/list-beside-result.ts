import type { ResultEvent, ThreadArtifact } from '../agent/thread-entry.ts';

/**
 * Lists what a task has sent beside its result, such as pieces that came while it worked: the data of its
 * artifacts without those of the result. Texts stand in the result already.
 */
export function listBesideResult(
  artifacts: readonly ThreadArtifact[],
  { data: result }: Pick<ResultEvent, 'data'>,
): readonly ThreadArtifact[] {
  const known = JSON.stringify(result);
  return artifacts
    .map((artifact) => ({
      ...artifact,
      text: '',
      data: artifact.data.filter((value) => JSON.stringify(value) !== known),
    }))
    .filter(({ data }) => data.length > 0);
}
