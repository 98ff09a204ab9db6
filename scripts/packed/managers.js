// The package managers with which people install packages: how each one is configured, installs a
// project and runs a program in it.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/**
 * @typedef {object} Manager
 * @property {(node: string) => string} specifier Its package, for a version of Node.
 * @property {string} command
 * @property {readonly string[]} install Arguments.
 * @property {readonly string[]} run Arguments before the name of a command of the project.
 * @property {boolean} [isPlugAndPlay] True if there is no `node_modules`, so that Node and the
 *   compiler find packages only through the manager.
 * @property {(places: Places) => Record<string, string>} configure The files with its settings.
 *
 * @typedef {object} Places
 * @property {string} scope
 * @property {string} url Of the registry of packages with the scope.
 * @property {string} upstream URL of the registry of all other packages.
 */

const toNpmrc = ({ scope, url, upstream }) => ({
  '.npmrc': `registry=${upstream}/\n${scope}:registry=${url}/\n`,
});

const toYarnrc = (linker) => (places) => ({
  '.yarnrc.yml': [
    `nodeLinker: ${linker}`,
    'enableTelemetry: false',
    'enableImmutableInstalls: false',
    "unsafeHttpWhitelist: ['127.0.0.1']",
    // Yarn 4 does not read the settings of npm.
    `npmRegistryServer: '${places.upstream}'`,
    `npmScopes: { '${places.scope.slice(1)}': { npmRegistryServer: '${places.url}' } }`,
    '',
  ].join('\n'),
  'yarn.lock': '',
});

/** @type {Record<string, Manager>} */
export const MANAGERS = {
  npm: {
    // The versions that come with Node.
    specifier: (node) => (node.startsWith('22.') ? 'npm@10' : 'npm@11'),
    command: 'npm',
    install: ['install', '--no-audit', '--no-fund', '--prefer-offline'],
    run: ['exec', '--no', '--'],
    configure: toNpmrc,
  },
  pnpm: {
    specifier: () => 'pnpm@12.21.0',
    command: 'pnpm',
    install: ['install', '--prefer-offline'],
    run: ['exec'],
    configure: (places) => ({
      ...toNpmrc(places),
      // Of gRPC and of BullMQ. pnpm wants to know whether their scripts may run; neither needs to.
      'pnpm-workspace.yaml': 'allowBuilds: { protobufjs: false, msgpackr-extract: false }\n',
    }),
  },
  'yarn 1': {
    specifier: () => 'yarn@1',
    command: 'yarn',
    install: ['install', '--non-interactive', '--no-progress'],
    run: ['--silent', 'run'],
    configure: toNpmrc,
  },
  'yarn 4': {
    specifier: () => '@yarnpkg/cli-dist@4',
    command: 'yarn',
    install: ['install'],
    run: ['run'],
    configure: toYarnrc('node-modules'),
  },
  'yarn 4 pnp': {
    specifier: () => '@yarnpkg/cli-dist@4',
    command: 'yarn',
    install: ['install'],
    run: ['run'],
    isPlugAndPlay: true,
    configure: toYarnrc('pnp'),
  },
};

/**
 * Installs a tool from the registry into a folder of its own, once, and returns the folder of its
 * commands.
 *
 * @param {string} folder For all tools.
 * @param {string} specifier Such as `node@22`.
 */
export async function installTool(folder, specifier) {
  const place = join(folder, specifier.replaceAll(/[@/]/gu, '_'));
  const commands = join(place, 'node_modules/.bin');
  const done = join(place, 'done');
  if (existsSync(done)) return commands;
  mkdirSync(place, { recursive: true });
  // The scripts of these packages fetch the binary for the platform.
  const manifest = { private: true, allowScripts: { node: true, pnpm: true } };
  writeFileSync(join(place, 'package.json'), JSON.stringify(manifest));
  const args = ['install', '--no-audit', '--no-fund', specifier];
  await promisify(execFile)('npm', args, { cwd: place });
  writeFileSync(done, '');
  return commands;
}
