import { join } from 'node:path';

/** The packages are links to the workspace, which Next would not leave its folder for. */
const root = join(import.meta.dirname, '../../../..');

export default {
  // Pages stand at paths that end with a slash.
  skipTrailingSlashRedirect: true,
  outputFileTracingRoot: root,
  turbopack: { root },
};
