import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const WORKSPACE = join(import.meta.dirname, '../../..');

/**
 * The test files that take longest, without some that kill programs, because these disturb each
 * other when they run at once.
 */
const LONG_FILES = [
  'test/src/faults/kill-server.test.ts',
  // It builds the site first.
  'test/src/site/site.test.ts',
  // It installs packages, and mostly waits for that.
  'test/src/cli/packed.test.ts',
  'test/src/cli/store-faults.test.ts',
  'test/src/form-app/states.test.ts',
  // One Firefox takes all its journeys, one after another.
  'test/src/browsers/journey.test.ts',
  'test/src/forms/corpus/corpus.test.ts',
  'test/src/faults/slow-readers.test.ts',
  'test/src/mcp/conformance.test.ts',
  'test/src/form-app/notices.test.ts',
  'test/src/mcp/large.test.ts',
  'test/src/faults/memory.test.ts',
  'packages/runtime/src/engine/sqlite/sqlite-engine.test.ts',
  'test/src/faults/engine-model/engine-model.test.ts',
  'packages/postgres/src/postgres-engine.test.ts',
  'test/src/blobs/contract.test.ts',
  'test/src/cli/packages-on-windows.test.ts',
  'test/src/attacks/once.test.ts',
  'test/src/cli/sign-in.test.ts',
  'test/src/cli/signed-cards.test.ts',
  'test/src/dispatch/dispatched-tasks.test.ts',
  'test/src/demo-replicas.test.ts',
  'test/src/form-app/inbox.test.ts',
  'test/src/cli/stores.test.ts',
  'test/src/fuzz/bad-bodies.test.ts',
  'test/src/sessions/api/fuzz.test.ts',
  'test/src/messages/door/fuzz.test.ts',
  'packages/typegen/src/generate/generate-types.published.test.ts',
  'test/src/engines/pooler.test.ts',
];

/**
 * A test sequencer that begins with the files that take longest, so that no worker is left with one
 * at the end. Without it, Vitest goes by the durations of an earlier run, or else by file sizes,
 * which say little.
 */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const gone = LONG_FILES.find((file) => !existsSync(join(WORKSPACE, file)));
    if (gone !== undefined) {
      throw new Error(`Cannot begin with ${gone} because it must be a file: there is none.`);
    }
    // oxlint-disable-next-line unicorn/no-array-sort -- It is no array that is sorted.
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => toRank(a) - toRank(b));
  }
}

function toRank({ moduleId }: TestSpecification): number {
  const rank = LONG_FILES.findIndex((file) => moduleId.endsWith(file));
  return rank === -1 ? LONG_FILES.length : rank;
}
