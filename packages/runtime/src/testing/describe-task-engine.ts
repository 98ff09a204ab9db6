import { describe } from 'vitest';
import { describeAppend } from './describe-append.ts';
import { describeArtifacts } from './describe-artifacts.ts';
import { describeCancel } from './describe-cancel.ts';
import { describeClaim } from './describe-claim.ts';
import { describeClose } from './describe-close.ts';
import { describeCreate } from './describe-create.ts';
import { describeList } from './describe-list.ts';
import { describePaging } from './describe-paging.ts';
import { describeRead } from './describe-read.ts';
import { describeScopes } from './describe-scopes.ts';
import { describeSnapshots } from './describe-snapshots.ts';
import { describeWatch } from './describe-watch.ts';
import type { EngineUnderTest } from './engine-storage.ts';

/**
 * Declares the tests that every `TaskEngine` must pass, in a `describe` block.
 * They know the contract only, and time only through `advance`.
 */
export function describeTaskEngine(name: string, subject: EngineUnderTest): void {
  describe(`TaskEngine of ${name}`, () => {
    describeCreate(subject);
    describeScopes(subject);
    describeAppend(subject);
    describeArtifacts(subject);
    describeSnapshots(subject);
    describeRead(subject);
    describeWatch(subject);
    describeClaim(subject);
    describeCancel(subject);
    describeList(subject);
    describePaging(subject);
    describeClose(subject);
  });
}
