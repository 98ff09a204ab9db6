/** The path of a value in the data. */
export type Path = readonly (string | number)[];

/** Returns the place of the field for a value: the id of its element without the form's prefix. */
export function toPlace(path: Path, part = ''): string {
  return `${path.map((name) => `_${toWritten(toInner(name))}`).join('')}${part}`;
}

/** The name within the form of a property whose name means something to JavaScript or the form. */
function toInner(name: string | number): string {
  return name === '' || name === '$ref' || (typeof name === 'string' && name in Object.prototype)
    ? `\u0000${name}`
    : `${name}`;
}

function toWritten(name: string): string {
  return name.replaceAll(/[^\dA-Za-z-]/gu, (character) =>
    character === '/' ? '_' : `_${character.codePointAt(0)?.toString(36) ?? ''}_`,
  );
}

/** The end of the place where an entry is named. */
export const ENTRY_NAME = `_${toWritten('\u0000\u0000name')}`;

/** The end of the place where an alternative is chosen. */
export function toSelect(keyword: string): string {
  return toWritten(`__${keyword.toLowerCase()}_select`);
}
