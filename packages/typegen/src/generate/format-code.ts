import { format } from 'prettier';

/** TypeScript in the format of generated modules. */
export async function formatCode(code: string): Promise<string> {
  return format(code, {
    parser: 'typescript',
    // The ending spares prettier a search for JSX that takes long on large files.
    filepath: 'types.d.ts',
    printWidth: 100,
    singleQuote: true,
    trailingComma: 'all',
  });
}

/**
 * Characters that hide, or turn the direction of the text around them, written as escapes. They
 * can only stand in texts between quotes: names have none, and comments have been rid of them.
 */
export function escapeInvisible(code: string): string {
  return code.replaceAll(/[^\P{Cc}\n]|\p{Cf}|\p{Zl}|\p{Zp}/gu, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}
