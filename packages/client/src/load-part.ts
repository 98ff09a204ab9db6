import { ConnectError } from './errors.ts';

/**
 * Loads a part of this package that is left out at first; `purpose` says what the part does, such as
 * `checks schemas`.
 *
 * @throws ConnectError if it cannot be loaded, such as in a page that is offline
 */
export async function loadPart<Part>(purpose: string, load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (cause) {
    throw new ConnectError(
      `Cannot connect because what ${purpose} must be loaded: current outcome is that it is not there.`,
      { cause },
    );
  }
}
