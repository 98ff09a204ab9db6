/** A name for a file that is saved: no folders, no signs that hide or turn what is read. */
export function toSafeFileName(name: string, fallback: string): string {
  const safe = name
    .slice(0, 1000)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, '')
    .replaceAll(/[/\\:*?"<>|]+/gu, '-')
    .replaceAll(/^[.\s-]+|[.\s]+$/gu, '')
    .slice(0, 120);
  return safe === '' ? fallback : safe;
}
