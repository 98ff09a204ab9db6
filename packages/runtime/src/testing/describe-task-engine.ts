import { describe } from 'vitest';
import { describeAppend } from './describe-append.ts';
import { describeArtifacts } from './describe-artifacts.ts';
import { describeCancel } from './describe-cancel.ts';
import { describeClaim } from './describe-claim.ts';
import { describeClose } from './describe-close.ts';
import { describeCreate } from './describe-create.ts';
import { describeDeadLetters } from './describe-dead-letters.ts';
import { describeDelete } from './describe-delete.ts';
import { describeDeliveries } from './describe-deliveries.ts';
import { describeForceCancel } from './describe-force-cancel.ts';
import { describeList } from './describe-list.ts';
import { describeMemos } from './describe-memos.ts';
import { describeOperators } from './describe-operators.ts';
import { describePaging } from './describe-paging.ts';
import { describePrune } from './describe-prune.ts';
import { describePushConfigs } from './describe-push-configs.ts';
import { describeRead } from './describe-read.ts';
import { describeRelease } from './describe-release.ts';
import { describeReply } from './describe-reply.ts';
import { describeRest } from './describe-rest.ts';
import { describeScopes } from './describe-scopes.ts';
import { describeSkillLimits } from './describe-skill-limits.ts';
import { describeSnapshots } from './describe-snapshots.ts';
import { describeWatch } from './describe-watch.ts';
import { describeEarlyStart } from './describe-early-start.ts';
import type { EngineUnderTest } from './engine-storage.ts';

/**
 * Declares the tests that every `TaskEngine` must pass, in a `describe` block.
 * They know the contract only, and time only through `advance`.
 */
export function describeTaskEngine(name: string, subject: EngineUnderTest): void {
  describe(`TaskEngine of ${name}`, () => {
    describeCreate(subject);
    describeEarlyStart(subject);
    describeScopes(subject);
    describeAppend(subject);
    describeArtifacts(subject);
    describeSnapshots(subject);
    describeMemos(subject);
    describeRead(subject);
    describeWatch(subject);
    describeClaim(subject);
    describeSkillLimits(subject);
    describeRelease(subject);
    describeRest(subject);
    describeCancel(subject);
    describeForceCancel(subject);
    describeReply(subject);
    describeDelete(subject);
    describePrune(subject);
    describeOperators(subject);
    describePushConfigs(subject);
    describeDeliveries(subject);
    describeDeadLetters(subject);
    describeList(subject);
    describePaging(subject);
    describeClose(subject);
  });
}
