import type { ResultEvent, ThreadArtifact } from '../agent/thread-entry.ts';

/**
 * Lists the artifacts that a task has sent in addition to its result, such as intermediate results.
 * Data of the result are left out, and so are texts, which the result shows.
 */
export function listBesideResult(
  artifacts: readonly ThreadArtifact[],
  { data: result }: Pick<ResultEvent, 'data'>,
): readonly ThreadArtifact[] {
  const resultText = JSON.stringify(result);
  return artifacts
    .map((artifact) => ({
      ...artifact,
      text: '',
      data: artifact.data.filter((value) => JSON.stringify(value) !== resultText),
    }))
    .filter(({ data }) => data.length > 0);
}
