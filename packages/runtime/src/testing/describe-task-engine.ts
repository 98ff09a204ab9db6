import { describe } from 'vitest';
import { describeAppend, describeArtifacts } from './describe-append.ts';
import { describeCancel, describeForceCancel } from './describe-cancel.ts';
import { describeClaim, describeSkillLimits } from './describe-claim.ts';
import { describeCreate, describeEarlyStart } from './describe-create.ts';
import { describeClose, describeDelete, describePrune } from './describe-delete.ts';
import { describeDeadLetters, describeDeliveries } from './describe-deliveries.ts';
import { describeLateMemos } from './describe-late-memos.ts';
import { describeList, describeScopes, describePaging } from './describe-list.ts';
import { describeOperators, describeOversight } from './describe-operators.ts';
import { describePushConfigs } from './describe-push-configs.ts';
import { describeQuestions } from './describe-questions.ts';
import { describeMemos, describeRead, describeWatch } from './describe-read.ts';
import { describeRelease, describeRest } from './describe-release.ts';
import { describeReply } from './describe-reply.ts';
import { describeSearch } from './describe-search.ts';
import { describeSnapshots } from './describe-snapshots.ts';
import { describeSuspects } from './describe-suspects.ts';
import type { EngineUnderTest } from './engine-storage.ts';

/**
 * Declares the tests that every `TaskEngine` must pass, in a `describe` block. The tests use the
 * contract only, and let time pass through `advance` only.
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
    describeSuspects(subject);
    describeRelease(subject);
    describeRest(subject);
    describeCancel(subject);
    describeForceCancel(subject);
    describeReply(subject);
    describeLateMemos(subject);
    describeDelete(subject);
    describePrune(subject);
    describeOperators(subject);
    describeOversight(subject);
    describePushConfigs(subject);
    describeDeliveries(subject);
    describeDeadLetters(subject);
    describeQuestions(subject);
    describeList(subject);
    describeSearch(subject);
    describePaging(subject);
    describeClose(subject);
  });
}
