import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';

/** A profile of V8, as `node --cpu-prof` writes it and Chromium's profiler returns it. */
export interface Profile {
  readonly nodes: readonly ProfileNode[];
  /** The node that was running at each sample. */
  readonly samples: readonly number[];
  /** The microseconds before each sample. */
  readonly timeDeltas: readonly number[];
}

interface ProfileNode {
  readonly id: number;
  readonly callFrame: {
    readonly functionName: string;
    readonly url: string;
    /** Both begin with 0. */
    readonly lineNumber: number;
    readonly columnNumber: number;
  };
}

/** A part of the busy time of a process, from 0 to 1. */
export interface Share {
  readonly name: string;
  readonly share: number;
}

/** Where the time of a process went. All lists begin with the largest. */
export interface Shares {
  /** By what the code belongs to: a package, Node, V8, the kernel. */
  readonly owners: readonly Share[];
  /** By file of this workspace, according to the source maps of its bundles. */
  readonly files: readonly Share[];
  readonly functions: readonly Share[];
  /** The busy time, in milliseconds. */
  readonly busyMs: number;
}

/** Functions of Node's C++ that end in a system call, by what they do. */
const SYSTEM: Readonly<Record<string, RegExp>> = {
  'writes to sockets':
    /^(?:write(?:v|Buffer|Utf8String|Latin1String|AsciiString|Ucs2String)|shutdown)$/u,
  'reads of sockets': /^(?:readStart|readStop|onStreamRead)$/u,
};

/** Adds up the time of a profile by owner and by function, without the time of waiting. */
export function toShares({ nodes, samples, timeDeltas }: Profile): Shares {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const owners = new Map<string, number>();
  const files = new Map<string, number>();
  const functions = new Map<string, number>();
  const toFile = createFileFinder();
  let busy = 0;
  for (const [index, id] of samples.entries()) {
    const frame = frames.get(id);
    const time = timeDeltas[index] ?? 0;
    if (frame === undefined || frame.functionName === '(idle)') continue;
    busy += time;
    add(owners, toOwner(frame), time);
    const file = toFile(frame);
    if (file !== undefined) add(files, file, time);
    add(functions, `${frame.functionName || 'anonymous'} (${toOwner(frame)})`, time);
  }
  return {
    owners: toSorted(owners, busy),
    files: toSorted(files, busy),
    functions: toSorted(functions, busy),
    busyMs: busy / 1_000,
  };
}

/** Returns a function that finds the source file of a frame in a bundle of this workspace. */
function createFileFinder(): (frame: ProfileNode['callFrame']) => string | undefined {
  const maps = new Map<string, SourceMap | undefined>();
  function readMap(url: string): SourceMap | undefined {
    try {
      return new SourceMap(JSON.parse(readFileSync(new URL(`${url}.map`), 'utf8')));
    } catch {
      // Not every file has a map.
      return undefined;
    }
  }
  return ({ url, lineNumber, columnNumber }) => {
    if (!/\/(?:packages|apps)\/[^/]+\/dist\//u.test(url)) return undefined;
    if (!maps.has(url)) maps.set(url, readMap(url));
    const entry = maps.get(url)?.findEntry(lineNumber, columnNumber);
    if (entry === undefined || !('originalSource' in entry)) return undefined;
    const [, owner] = /\/(?:packages|apps)\/([^/]+)\/dist\//u.exec(url) ?? [];
    return `${owner}: ${entry.originalSource.replace(/^(?:\.\.\/)*/u, '')}`;
  };
}

function toOwner({ functionName, url }: ProfileNode['callFrame']): string {
  if (functionName === '(garbage collector)') return 'garbage collection';
  // What V8 does not run itself, such as the kernel that wakes the process and hands over data.
  if (functionName === '(program)') return 'event loop and kernel';
  for (const [name, pattern] of Object.entries(SYSTEM)) {
    if (url === '' && pattern.test(functionName)) return name;
  }
  if (url === '') return `${functionName}, built in`;
  if (url.startsWith('node:')) return 'Node';
  const packages = [...url.matchAll(/node_modules\/((?:@[^/]+\/)?[^/]+)/gu)];
  const [, own] = /\/(?:packages|apps)\/([^/]+)\/dist\//u.exec(url) ?? [];
  const last = packages.at(-1)?.[1];
  return last ?? (own === undefined ? (url.split('/').at(-1) ?? url) : `@formwork/${own}`);
}

function add(sums: Map<string, number>, name: string, time: number): void {
  sums.set(name, (sums.get(name) ?? 0) + time);
}

function toSorted(sums: ReadonlyMap<string, number>, busy: number): readonly Share[] {
  return [...sums]
    .map(([name, time]) => ({ name, share: time / busy }))
    .toSorted((one, other) => other.share - one.share);
}
