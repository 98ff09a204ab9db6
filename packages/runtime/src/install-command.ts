import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';

/** The folder for the packages that a project brings, as `formwork new --from` writes it. */
const VENDOR = 'vendor';

/**
 * Returns the command that installs an optional package in the project of the current folder: from
 * the project's own copy of it, if there is one, as npm refuses any other beside that copy.
 */
export function findInstallCommand(name: `@${string}/${string}`): string {
  const prefix = `${name.slice(1).replace('/', '-')}-`;
  const tarball = listVendored().find(
    (file) => file.startsWith(prefix) && /^\d.*\.tgz$/u.test(file.slice(prefix.length)),
  );
  return `npm install ${tarball === undefined ? name : `./${VENDOR}/${tarball}`}`;
}

function listVendored(): readonly string[] {
  try {
    return readdirSync(resolve(VENDOR));
  } catch {
    return [];
  }
}
