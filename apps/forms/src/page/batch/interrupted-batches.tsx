import type { DescribedSkill } from '@formwork/client';
import type { ReactNode } from 'react';
import type { KeptBatch } from '../history/stored-batches.ts';
import { formatTime } from '../parts/format-time.ts';
import { Icon } from '../parts/work-icon.tsx';
import { useTexts } from '../texts/use-texts.ts';
import { type UsableSchema, useWorkspace } from '../workspace/workspace.ts';
import { useBatchTexts } from './batch-texts.ts';

/** Offers to go on with the rows of tables that were not done when their page was closed. */
export function InterruptedBatches({
  skill,
  input,
  onGoOn,
}: {
  readonly skill: DescribedSkill;
  readonly input: UsableSchema;
  /** Called with the table that the person goes on with. */
  readonly onGoOn: (batch: KeptBatch) => void;
}): ReactNode {
  const batchTexts = useBatchTexts();
  const { language } = useTexts();
  const { batches, dropBatch } = useWorkspace();
  const openBatches = batches.filter(({ skillId, schema, fingerprint }) => {
    return skillId === skill.id && schema === input.name && fingerprint === input.fingerprint;
  });
  return openBatches.map((batch) => (
    <div key={batch.id} className="note" data-kind="warning" role="status">
      <p>
        <Icon name="alert" />
        {batchTexts.batchLeft(batch.rows.length, formatTime(batch.startedAt, language))}
      </p>
      <div className="buttons">
        <button type="button" onClick={() => onGoOn(batch)}>
          {batchTexts.batchGoOn}
        </button>
        <button type="button" className="quiet" onClick={() => dropBatch(batch.id)}>
          {batchTexts.batchDiscard}
        </button>
      </div>
    </div>
  ));
}
