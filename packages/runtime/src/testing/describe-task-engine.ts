import { describe } from 'vitest';
import { describeAppend, describeArtifacts } from './describe-append.ts';
import { describeCancel, describeForceCancel } from './describe-cancel.ts';
import { describeClaim, describeSkillLimits } from './describe-claim.ts';
import { describeClose } from './describe-close.ts';
import { describeCreate } from './describe-create.ts';
import { describeDelete } from './describe-delete.ts';
import { describeDeadLetters, describeDeliveries } from './describe-deliveries.ts';
import { describeEarlyStart } from './describe-early-start.ts';
import { describeList, describeScopes } from './describe-list.ts';
import { describeOperators } from './describe-operators.ts';
import { describePaging } from './describe-paging.ts';
import { describePrune } from './describe-prune.ts';
import { describePushConfigs } from './describe-push-configs.ts';
import { describeMemos, describeRead } from './describe-read.ts';
import { describeRelease } from './describe-release.ts';
import { describeReply } from './describe-reply.ts';
import { describeRest } from './describe-rest.ts';
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
