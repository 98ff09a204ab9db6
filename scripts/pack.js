// Packs every published package into one folder, as npm would ship it: `npm run pack -- FOLDER`,
// default `packed`. `formwork new --from FOLDER` makes a project of them.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { WORKSPACE } from './when-changed.js';

const folder = resolve(process.argv[2] ?? join(WORKSPACE, 'packed'));
const PUBLISHED = ['./packages/*', './apps/forms', './schemas'];

mkdirSync(folder, { recursive: true });
// Packages of an older version must not stay beside the new ones.
for (const name of readdirSync(folder)) {
  if (/^formwork-.*\.tgz$/u.test(name)) rmSync(join(folder, name));
}
const args = ['--yes', '--prefer-offline', 'pnpm@12.21.0', '--recursive'];
for (const path of PUBLISHED) args.push('--filter', path);
const { status, stdout, stderr } = spawnSync(
  'npx',
  [...args, 'pack', '--pack-destination', folder],
  { cwd: WORKSPACE, encoding: 'utf8' },
);
if (status === 0) {
  const count = readdirSync(folder).filter((name) => name.endsWith('.tgz')).length;
  const place = relative(process.cwd(), folder) || '.';
  console.log(
    `Packed ${count} packages into ${place}. Next: npx formwork new ../my-agent --from ${place}`,
  );
} else {
  console.error(stdout, stderr);
  process.exitCode = 1;
}
