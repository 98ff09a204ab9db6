import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Returns the TypeScript blocks of a page that are complete modules with an exported constant. */
function readModules(page: string): readonly string[] {
  const text = readFileSync(join(ROOT, 'docs', page), 'utf8');
  return [...text.matchAll(/```ts\n(import [^]*?)```/gu)]
    .map(([, code = '']) => code)
    .filter((code) => code.includes('\nexport const'));
}

/**
 * Returns all code blocks of a page in one language, without parts of programs, which are compiled
 * with their programs.
 */
function readPieces(page: string, language = 'ts'): readonly string[] {
  const text = readFileSync(join(ROOT, 'docs', page), 'utf8').replaceAll(
    /<!-- from \S+ -->\s+```[^]*?```/gu,
    '',
  );
  const pieces = text.matchAll(/```(\w+)\n([^]*?)```/gu);
  return [...pieces].filter(([, name]) => name === language).map(([, , code = '']) => code);
}

/** Returns the code of each `@example` in a docblock, by its file and number. */
function readExamples(): Readonly<Record<string, string>> {
  const found = globSync('packages/*/src/**/*.{ts,tsx}', { cwd: ROOT })
    .filter((path) => !/\.test\.|\.d\.ts$/u.test(path))
    .flatMap((path) => {
      const text = readFileSync(join(ROOT, path), 'utf8');
      const blocks = text.matchAll(/@example[^]*?```tsx?\n([^]*?)```/gu);
      const name = path.replaceAll(/[/.]/gu, '-');
      return [...blocks].map(([, code = ''], index) => {
        const lines = code.split('\n').map((line) => line.replace(/^ *\* ?/u, ''));
        return [`${name}-${index}.tsx`, `${lines.join('\n')}\nexport {};\n`] as const;
      });
    });
  return Object.fromEntries(found);
}

/**
 * A TypeScript project to compile: its files, and compiler options that differ from the default.
 */
interface Project {
  readonly files: Readonly<Record<string, string>>;
  readonly options?: object;
}

function createProjects(): Readonly<Record<string, Project>> {
  const skills = readModules('define-a-skill.md').map((code) =>
    // The page shows the schemas in an earlier block.
    code.includes('input: { fightComparison }') ? FIGHT_SCHEMAS + code : code,
  );
  const calls = readPieces('call-an-agent.md').map((code) => `${code}\nexport {};\n`);
  const pages = PAGES.map((page) => {
    const pieces = [...readPieces(page, 'tsx'), ...readModules(page)];
    return [page, { files: toFiles(pieces, 'tsx'), options: PAGE_OPTIONS }] as const;
  });
  return {
    skills: { files: toFiles(skills) },
    calls: { files: { ...toFiles(calls), 'around.d.ts': AROUND_CALLS } },
    models: { files: toFiles(readModules('models.md')) },
    temporal: {
      files: {
        'deliver.ts': readPieces('operate/temporal.md')[0] ?? '',
        'dispatcher.ts': readPieces('operate/temporal.md')[1] ?? '',
        'around.d.ts': AROUND_TEMPORAL,
      },
    },
    forms: { files: { ...toFiles(readPieces('form-app.md')), 'around.d.ts': AROUND_FORMS } },
    testing: { files: toFiles(readTests()), options: { allowImportingTsExtensions: true } },
    readmes: {
      files: toFiles(readReadmes(), 'tsx'),
      options: { ...PAGE_OPTIONS, types: ['node', 'vite/client'] },
    },
    examples: {
      files: readExamples(),
      options: { ...PAGE_OPTIONS, lib: ['es2023', 'dom'], types: ['node'] },
    },
    ...Object.fromEntries(pages),
  };
}

/** Returns the blocks of the page about tests; all but the first use the agent of the first. */
function readTests(): readonly string[] {
  const [first = '', ...others] = readPieces('test-your-agent.md');
  const names = 'answerAs, checkSkill, createRecording, createTestAgent, createTestClock';
  const around = `import { ${names} } from '@formwork/testing';
import { connect } from '@formwork/client';
import { defineAgent, defineSkill } from '@formwork/core';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agent } from './0.ts';
void [agent, assert, connect, defineAgent, defineSkill, test, ${names}];
`;
  return [first, ...others.map((code) => `${around}${code}`)];
}

/** Returns the block of the README.md of each package. */
function readReadmes(): readonly string[] {
  const pages = globSync('{packages,apps}/*/README.md', { cwd: ROOT });
  return pages.flatMap((page) => ['ts', 'tsx'].flatMap((type) => readPieces(`../${page}`, type)));
}

function toFiles(pieces: readonly string[], extension = 'ts'): Readonly<Record<string, string>> {
  return Object.fromEntries(pieces.map((code, index) => [`${index}.${extension}`, code]));
}

/** Compiles all projects in one run of the compiler, and returns its messages by project. */
function compileAll(projects: Readonly<Record<string, Project>>): ReadonlyMap<string, string> {
  // The folder is below `test`, where packages resolve as in a user's project.
  const folder = mkdtempSync(join(ROOT, 'test/.docs-code-'));
  try {
    for (const [name, { files, options }] of Object.entries(projects)) {
      mkdirSync(join(folder, name));
      for (const [file, code] of Object.entries(files)) {
        writeFileSync(join(folder, name, file), code);
      }
      const config = { compilerOptions: { ...OPTIONS, ...options }, files: Object.keys(files) };
      writeFileSync(join(folder, name, 'tsconfig.json'), JSON.stringify(config));
    }
    const names = Object.keys(projects);
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    // Each further checker would read the types of libraries again.
    const args = [tsc, '-b', '--pretty', 'false', '--checkers', '1'];
    const { status, stdout, stderr } = spawnSync(process.execPath, [...args, ...names], {
      cwd: folder,
      encoding: 'utf8',
    });
    // Messages that name no project count for all projects.
    const isOfOne = (line: string): boolean => names.some((name) => line.startsWith(`${name}/`));
    const text = status === 0 ? '' : `${stdout}${stderr}` || `The compiler ended with ${status}.`;
    const told = text.split('\n').filter((line) => line !== '');
    return new Map(
      names.map((name) => [
        name,
        told.filter((line) => line.startsWith(`${name}/`) || !isOfOne(line)).join('\n'),
      ]),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const OPTIONS = {
  noEmit: true,
  strict: true,
  skipLibCheck: true,
  target: 'es2023',
  // A Node.js program has no DOM types, so the result of `fetch().json()` is `unknown`.
  lib: ['es2023'],
  module: 'nodenext',
  types: ['node'],
};

const PAGES = ['forms.md', 'results.md', 'live-tasks.md'];
const PAGE_OPTIONS = {
  lib: ['es2023', 'dom'],
  types: ['vite/client'],
  jsx: 'react-jsx',
  module: 'preserve',
};

let projects: Readonly<Record<string, Project>>;
let said: ReadonlyMap<string, string>;

beforeAll(() => {
  projects = createProjects();
  said = compileAll(projects);
});

test.each([
  ['the skills of the documentation have the types that they say, copied as they are', 'skills', 3],
  ['what the documentation shows of calls compiles, piece by piece', 'calls', 6],
  ['the sketch of a dispatcher on Temporal compiles', 'temporal', 2],
  ['what the documentation shows of the page of forms compiles', 'forms', 3],
  ['what the documentation shows of tests compiles', 'testing', 8],
  ['what packages show in their README.md compiles', 'readmes', 20],
  ['what the documentation shows of models compiles', 'models', 3],
  ['the examples of docblocks compile', 'examples', 100],
  ...PAGES.map(
    (page) => [`what the documentation shows of pages compiles: ${page}`, page, 1] as const,
  ),
] as const)('%s', (_, name, least) => {
  const pieces = Object.keys(projects[name]?.files ?? {}).filter((file) => file !== 'around.d.ts');
  expect(pieces.length).toBeGreaterThanOrEqual(least);
  expect(said.get(name)).toBe('');
});

// Declarations of the variables that the blocks use, with no more than the client's types.
const AROUND_CALLS = `
type Client = typeof import('@formwork/client');
declare const connect: Client['connect'];
declare const InvalidInputError: Client['InvalidInputError'];
declare const agent: import('@formwork/client').RemoteAgent;
declare const skill: import('@formwork/client').RemoteSkill;
declare const input: import('@formwork/client').Json;
declare const url: string;
declare const contestAgent: typeof import('@formwork/demo').demoAgent;
type AgentTypes = import('@formwork/client').AgentTypes;
declare function fillIn(
  schema: import('@formwork/client').JsonSchema,
): Promise<import('@formwork/client').Json>;
declare function prompt(text: string): Promise<string>;
declare function show(problems: readonly import('@formwork/client').Problem[]): void;
`;

// The worker package brings binaries for five platforms, so its types are declared here instead.
const AROUND_TEMPORAL = `
declare module '@temporalio/worker' {
  export class NativeConnection {
    static connect(options: { address: string }): Promise<NativeConnection>;
    close(): Promise<void>;
  }
  export class Worker {
    static create(options: {
      connection: NativeConnection;
      taskQueue: string;
      workflowsPath: string;
      activities: object;
      maxConcurrentActivityTaskExecutions: number;
    }): Promise<Worker>;
    run(): Promise<void>;
    shutdown(): void;
  }
}
`;

const AROUND_FORMS = `
declare const agent: typeof import('@formwork/demo').demoAgent;
declare const app: import('express').Express;
`;

const FIGHT_SCHEMAS = `
const fightComparison = {
  type: 'object',
  properties: { a: { type: 'string' }, b: { type: 'string' } },
  required: ['a', 'b'],
} as const;
const fightResponse = {
  type: 'object',
  properties: {
    winner: { type: 'string' },
    probability: { type: 'number' },
    explanation: { type: 'string' },
  },
  required: ['winner', 'probability', 'explanation'],
} as const;
`;
