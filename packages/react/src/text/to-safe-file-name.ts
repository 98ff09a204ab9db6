/**
 * Makes a safe name for a saved file: without folders, and without characters that hide or reverse
 * parts of the name.
 */
export function toSafeFileName(name: string, fallback: string): string {
  const safe = name
    .slice(0, 1000)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, '')
    .replaceAll(/[/\\:*?"<>|]+/gu, '-')
    .replaceAll(/^[.\s-]+|(?<![.\s])[.\s]+$/gu, '')
    .slice(0, 120);
  return safe === '' ? fallback : safe;
}
