import { lazyPart } from '@formwork/react/internal';
import { Suspense, type ReactNode } from 'react';
import { useFormTexts } from '../form/use-form-texts.ts';
import type { Run } from '../history/run.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { OverflowMenu } from '../parts/overflow-menu.tsx';
import { Icon } from '../parts/work-icon.tsx';
import { toHash } from '../permalink/route.ts';
import { withoutSecrets } from '../storage/without-secrets.ts';
import { useTexts } from '../texts/use-texts.ts';
import { findInput } from '../work/run-input.ts';
import { useWorkspace } from '../workspace/workspace.ts';

/** The tools of a person that the agent knows, loaded when a task of theirs is drawn. */
const ShareTask = lazyPart(async () => (await import('../people/share-task.tsx')).ShareTask);

/** Draws the actions on a run that has ended, such as to run it again. */
export function TurnTools({
  run,
  otherCount,
}: {
  readonly run: Run;
  /** The number of other runs that this one can be compared with. */
  readonly otherCount: number;
}): ReactNode {
  const texts = useTexts();
  const formTexts = useFormTexts();
  const { edit, runAgain, routeAgent, description } = useWorkspace();
  const { input } = run;
  // The agent may have more runs of a person who has signed in than this browser.
  const isComparable =
    otherCount > 0 || (description.peopleUrl !== undefined && run.skillId !== '');
  function toLink(): string | undefined {
    if (input.kind !== 'input') return undefined;
    const schema = findInput(description, run)?.schema;
    const data = withoutSecrets(input.data, schema);
    const linked = data === undefined ? {} : { linked: { data, fingerprint: input.fingerprint } };
    const hash = toHash({ ...routeAgent, skill: run.skillId, schema: input.schema, ...linked });
    return hash === undefined ? undefined : new URL(hash, window.location.href).href;
  }
  return (
    <div className="tools">
      {input.kind === 'input' && (
        <button type="button" onClick={() => edit(run)}>
          <Icon name="edit" />
          {texts.edit}
        </button>
      )}
      <button type="button" onClick={() => runAgain(run)}>
        <Icon name="repeat" />
        {texts.runAgain}
      </button>
      <button type="button" onClick={() => window.print()}>
        <Icon name="print" />
        {formTexts.print}
      </button>
      {(input.kind === 'input' || isComparable) && (
        <OverflowMenu>
          {isComparable && (
            <a className="quiet" href={toHash({ ...routeAgent, run: run.id, view: 'compare' })}>
              <Icon name="scale" />
              {texts.compare}
            </a>
          )}
          {input.kind === 'input' && (
            <CopyButton
              icon="link"
              label={formTexts.copyLink}
              done={formTexts.linkCopied}
              none={formTexts.linkTooLong}
              toText={toLink}
            />
          )}
        </OverflowMenu>
      )}
      {description.peopleUrl !== undefined && run.taskId !== '' && (
        <Suspense>
          <ShareTask taskId={run.taskId} />
        </Suspense>
      )}
    </div>
  );
}
