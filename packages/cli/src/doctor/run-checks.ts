import { createSqliteEngine } from '@formwork/runtime/sqlite';
import { toErrorText } from '@formwork/schema';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** The outcome of one check of the machine. */
export interface CheckResult {
  readonly name: string;
  /** The state of what was checked; `warning` if only parts of Formwork need it. */
  readonly state: 'ok' | 'warning' | 'failed';
  readonly found: string;
  /**
   * A sentence that tells a person how to mend what was checked; `''` if there is nothing to do.
   */
  readonly advice: string;
}

/** Runs all checks of what Formwork needs on this machine. */
export async function runChecks({
  port,
  version,
}: {
  readonly port: number;
  readonly version: string;
}): Promise<readonly CheckResult[]> {
  return [
    ok('formwork', version),
    checkNode(process.versions.node),
    await checkDatabase(),
    await checkPort(port),
    checkBrowser(process.env['PATH'] ?? ''),
  ];
}

function ok(name: string, detail: string): CheckResult {
  return { name, state: 'ok', found: detail, advice: '' };
}

/** Checks the version of Node. The program itself does not start below 22.14. */
function checkNode(version: string): CheckResult {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 18)) return ok('Node', version);
  return {
    name: 'Node',
    state: 'warning',
    found: version,
    advice: 'Update to 22.18 or newer to run agents written in TypeScript without a build.',
  };
}

/** Checks that a database can be written, in a file that is then removed. */
async function checkDatabase(): Promise<CheckResult> {
  const name = 'SQLite';
  const folder = await mkdtemp(join(tmpdir(), 'formwork-doctor-'));
  try {
    await createSqliteEngine({ file: join(folder, 'tasks.sqlite') }).close();
    return ok(name, 'opens and writes');
  } catch (error) {
    const [detail = ''] = toErrorText(error).split('\n');
    return {
      name,
      state: 'failed',
      found: detail,
      advice: 'Update Node to 24 or newer, or serve without --store.',
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function checkPort(port: number): Promise<CheckResult> {
  const name = `Port ${port}`;
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return ok(name, 'free');
  } catch (error) {
    const [detail = ''] = toErrorText(error).split('\n');
    const advice = 'End what listens there, or serve with --port 0 to take any that is free.';
    return { name, state: 'failed', found: detail, advice };
  } finally {
    server.close();
  }
}

const BROWSERS = ['google-chrome', 'chromium', 'chromium-browser', 'firefox', 'msedge'];
const APPLICATIONS = [
  '/Applications/Google Chrome.app',
  '/Applications/Firefox.app',
  '/Applications/Safari.app',
];

/** Looks for a browser, on the PATH or in the folder where macOS keeps browsers. */
function checkBrowser(path: string): CheckResult {
  const candidates = path
    .split(delimiter)
    .filter((folder) => folder !== '')
    .flatMap((folder) =>
      BROWSERS.flatMap((name) => [join(folder, name), join(folder, `${name}.exe`)]),
    );
  const browser = [...candidates, ...APPLICATIONS].find((file) => existsSync(file));
  if (browser !== undefined) return ok('Browser', browser);
  return {
    name: 'Browser',
    state: 'warning',
    found: 'none',
    advice: 'Install Chrome or Firefox if you want to sign in to agents from this machine.',
  };
}
