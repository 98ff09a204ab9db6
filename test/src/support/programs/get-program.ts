import { findProgram, type FoundProgram, type OutsideProgram } from './outside-program.ts';
import { makePackageFolder, SystemPackages } from './system-packages.ts';

const got = new Map<OutsideProgram, Promise<FoundProgram>>();

/**
 * Returns a program that a test needs: one of this machine whose version serves, else that of the
 * system's packages, unpacked or installed, else a download.
 *
 * @throws Error that names the program and says what to install
 */
export function getProgram(program: OutsideProgram): Promise<FoundProgram> {
  const found = got.get(program) ?? findOrFetch(program);
  got.set(program, found);
  return found;
}

/** Gets a program as {@link getProgram} does, from given packages, and remembers nothing. */
export async function findOrFetch(
  program: OutsideProgram,
  packages?: SystemPackages,
): Promise<FoundProgram> {
  const first = findProgram(program);
  if (first !== undefined) return first;
  const faults: unknown[] = [];
  for (const fetch of listWays(program, packages ?? openPackages(faults))) {
    try {
      const found = (await fetch()) ?? findProgram(program);
      if (found !== undefined) return found;
    } catch (error) {
      faults.push(error);
    }
  }
  throw toMissing(program, faults);
}

/** Makes the error of a test whose program is missing; `faults` are those of the ways to get it. */
export function toMissing(
  { title, advice }: OutsideProgram,
  faults: readonly unknown[] = [],
): Error {
  return new Error(`There is no ${title} for this test: ${advice}.`, {
    cause: faults.length > 1 ? new AggregateError(faults, faults.join('\n')) : faults[0],
  });
}

function openPackages(faults: unknown[]): SystemPackages | undefined {
  if (!SystemPackages.areThere) return undefined;
  try {
    return new SystemPackages(makePackageFolder());
  } catch (error) {
    faults.push(error);
    return undefined;
  }
}

/** A way to get a program, which may know where it then is. */
type Way = () => Promise<FoundProgram | void>;

/** Lists the ways to get a program that this machine lacks, in the order to try. */
function listWays(program: OutsideProgram, system: SystemPackages | undefined): readonly Way[] {
  const { packages, isInstalled = false, download } = program;
  const find = (): FoundProgram | undefined => findProgram(program, system?.listUnpacked());
  const ways: Way[] = download === undefined ? [] : [async () => download()];
  if (system === undefined) return ways;
  if (isInstalled) {
    if (process.getuid?.() !== 0) return ways;
    return [...packages.map((list) => () => system.install(list)), ...ways];
  }
  const unpack = packages.map((list) => async () => {
    await system.unpack(list);
    return find();
  });
  return [async () => find(), ...unpack, ...ways];
}
