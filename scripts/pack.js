// Packs every published package into one folder, as it is published: `npm run pack -- FOLDER`,
// default `packed`. `formwork new --from FOLDER` makes a project of them. `--scope @acme` gives the
// packages another scope.
import { relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { SCOPE, SOURCE_SCOPE } from './release/names.js';
import { packPackages } from './release/pack-packages.js';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { scope: { type: 'string', default: SCOPE } },
});
const folder = resolve(positionals[0] ?? 'packed');
const { scope } = values;

try {
  const packed = await packPackages(folder, { scope });
  const place = relative(process.cwd(), folder) || '.';
  console.log(
    scope === SOURCE_SCOPE
      ? `Packed ${packed.length} packages into ${place}. Next: npx formwork new ../my-agent --from ${place}`
      : `Packed ${packed.length} packages into ${place}, with the scope ${scope}.`,
  );
} catch (error) {
  console.error(error.stderr || error.stdout || error.message);
  process.exitCode = 1;
}
