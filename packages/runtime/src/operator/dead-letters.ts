import { nameAddress } from '@formwork/schema/internal';
import type { DeadLetter, PushStore } from '../engine/push-store.ts';

/** The largest number of dead letters that are searched for those to revive. */
const MAX_LETTERS = 100_000;

/** Selects dead letters: those that match every field that is given. */
export interface LetterFilter {
  readonly taskId?: string | undefined;
  readonly configId?: string | undefined;
  readonly scope?: string | undefined;
  /** The beginning of the URL of the receiver. */
  readonly url?: string | undefined;
}

/** Lists dead letters, the newest first, without the parts of their URLs that may be secrets. */
export async function listLetters(
  engine: Pick<PushStore, 'listDeadLetters'>,
  limit: number,
): Promise<readonly DeadLetter[]> {
  const letters = await engine.listDeadLetters(limit);
  return letters.map((letter) => ({ ...letter, url: hideQuery(letter.url) }));
}

/** Resumes the notifications of the selected dead letters, and returns their number. */
export async function reviveLetters(
  engine: Pick<PushStore, 'listDeadLetters' | 'reviveDeadLetter'>,
  { taskId, configId, scope, url }: LetterFilter,
): Promise<number> {
  const letters = (await engine.listDeadLetters(MAX_LETTERS)).filter(
    (letter) =>
      (taskId === undefined || letter.taskId === taskId) &&
      (configId === undefined || letter.configId === configId) &&
      (scope === undefined || letter.scope === scope) &&
      (url === undefined || letter.url.startsWith(url)),
  );
  let revived = 0;
  for (const letter of letters) if (await engine.reviveDeadLetter(letter)) revived += 1;
  return revived;
}

/** Returns a URL without its user, query and fragment, which may contain a secret. */
export function hideQuery(url: string): string {
  return nameAddress(URL.parse(url) ?? url);
}
