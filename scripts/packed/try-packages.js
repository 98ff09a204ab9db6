// Tries packed packages in one project: with one version of Node and one package manager.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { installTool, MANAGERS } from './managers.js';
import { writeProject } from './project.js';

/**
 * @typedef {object} Row
 * @property {string} node As it was asked for.
 * @property {string} nodeVersion
 * @property {string} manager
 * @property {string} [managerVersion]
 * @property {string} typescript The range of the compiler.
 * @property {Record<string, string>} steps `ok` or `failed` by step; a step that another one
 *   prevented is missing.
 * @property {readonly string[]} faults
 * @property {number} seconds
 */

/** The longest time that one command may take. */
const LIMIT_MS = 300_000;

/** The output of a command that is kept. */
const MAX_OUTPUT = 20_000_000;

/**
 * Installs the packages in an empty project, and uses them.
 *
 * @returns {Promise<Row>}
 */
export async function tryPackages({ node, manager, scope, version, place, tools, caches, url }) {
  const began = performance.now();
  const { specifier, command, install, run, isPlugAndPlay = false, configure } = MANAGERS[manager];
  const nodeBin = await installTool(tools, `node@${node}`);
  const bin = await installTool(tools, specifier(node));
  const env = {
    ...Object.fromEntries(
      Object.entries(process.env).filter(
        ([name]) => !/^(?:npm_|NODE_OPTIONS$|NODE_PATH$|INIT_CWD$)/u.test(name),
      ),
    ),
    PATH: [nodeBin, bin, process.env.PATH].join(delimiter),
    CI: 'true',
    // Yarn would take packages of an earlier run, which have the same versions, from its cache.
    YARN_CACHE_FOLDER: caches,
    YARN_GLOBAL_FOLDER: caches,
  };
  const execute = async (program, args, cwd = place) => {
    const options = { cwd, env, timeout: LIMIT_MS, maxBuffer: MAX_OUTPUT };
    return (await promisify(execFile)(program, args, options)).stdout.trim();
  };
  // The compiler of TypeScript 7 is a program that knows nothing of Plug and Play, and who still has
  // Yarn 1 often has an older compiler as well.
  const typescript = isPlugAndPlay || manager === 'yarn 1' ? '~5.9.3' : '^7.0.2';
  const faults = [];
  const steps = {};
  const attempt = async (name, work) => {
    try {
      await work();
      steps[name] = 'ok';
    } catch (error) {
      steps[name] = 'failed';
      faults.push(
        `${name}: ${[error.stdout, error.stderr].filter(Boolean).join('\n') || error.message}`,
      );
    }
    return steps[name] === 'ok';
  };

  const nodeVersion = (await execute('node', ['--version'], tools)).slice(1);
  const upstream = (await execute('npm', ['config', 'get', 'registry'], tools)).replace(/\/$/u, '');
  const settings = configure({ scope, url, upstream });
  writeProject(place, { scope, version, typescript, settings });
  let managerVersion;
  const toNode = isPlugAndPlay ? [command, 'node'] : ['node'];
  const isInstalled = await attempt('install', async () => {
    managerVersion = await execute(command, ['--version']);
    await execute(command, install);
  });
  if (isInstalled) {
    await attempt('entries', () => execute(toNode[0], [...toNode.slice(1), 'entries.js']));
    for (const resolution of ['nodenext', 'bundler']) {
      await attempt(resolution, () => checkTypes(resolution));
    }
    await attempt('call', () => serveAndCall());
  }
  const seconds = (performance.now() - began) / 1000;
  return { node, nodeVersion, manager, managerVersion, typescript, steps, faults, seconds };

  /** Fails for faults in the program and in our declarations; others' declarations are theirs. */
  async function checkTypes(resolution) {
    const args = [...run, 'tsc', '-p', `tsconfig.${resolution}.json`, '--pretty', 'false'];
    const output = await execute(command, args).catch(({ stdout, stderr }) => `${stdout}${stderr}`);
    const lines = output.split('\n').filter((line) => /error TS\d+/u.test(line));
    const stem = scope.slice(1);
    const ours = lines.filter(
      (line) =>
        !line.includes('node_modules/') ||
        line.includes(`node_modules/${scope}/`) ||
        (isPlugAndPlay && new RegExp(`/${scope}-|@${stem}-`, 'u').test(line)),
    );
    const isOther = lines.length === 0 && output !== '';
    if (ours.length > 0 || isOther) throw new Error((isOther ? [output] : ours).join('\n'));
  }

  /** Serves the agent, and calls it by the command as well. */
  async function serveAndCall() {
    const served = spawn(toNode[0], [...toNode.slice(1), 'agent.js'], {
      cwd: place,
      env,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let said = '';
    served.stderr.on('data', (chunk) => (said += chunk));
    const ended = once(served, 'exit');
    try {
      const [address] = await Promise.race([
        once(createInterface(served.stdout), 'line'),
        ended.then(([code]) => {
          throw new Error(`the agent ended with code ${code}: ${said}`);
        }),
      ]);
      const words = ['formwork', 'call', address, 'fight', '--a', 'Lion', '--b', 'Tiger'];
      const answer = await execute(command, [...run, ...words]);
      if (JSON.parse(answer).winner !== 'Tiger') throw new Error(`the command printed ${answer}`);
      if ((await execute(command, [...run, 'formwork', '--version'])) !== version) {
        throw new Error('the command printed another version');
      }
    } finally {
      served.stdin.end();
      const timer = setTimeout(() => served.kill('SIGKILL'), 10_000);
      const [code] = await ended;
      clearTimeout(timer);
      if (code !== 0) faults.push(`call: the agent ended with code ${code}: ${said}`);
    }
  }
}
