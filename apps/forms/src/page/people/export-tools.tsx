import type { PeopleClient, TaskFilter } from '@formwork/people/client';
import { useState, type ReactNode } from 'react';
import { usePeopleTexts } from './people-texts.ts';

/** Draws the buttons that save what a filter selects as a file. */
export function ExportTools({
  people,
  filter,
}: {
  readonly people: PeopleClient;
  readonly filter: TaskFilter;
}): ReactNode {
  const peopleTexts = usePeopleTexts();
  const [isFailed, setFailed] = useState(false);
  async function save(format: 'csv' | 'json'): Promise<void> {
    setFailed(false);
    try {
      const url = URL.createObjectURL(await people.exportTasks(format, filter));
      const link = document.createElement('a');
      link.href = url;
      link.download = `tasks.${format}`;
      link.click();
      // After ten seconds, the browser has begun to read the file.
      setTimeout(() => URL.revokeObjectURL(url), 10_000);
    } catch {
      setFailed(true);
    }
  }
  return (
    <details>
      <summary>{peopleTexts.save}</summary>
      <div className="tools">
        <button type="button" onClick={() => void save('csv')}>
          {peopleTexts.saveCsv}
        </button>
        <button type="button" onClick={() => void save('json')}>
          {peopleTexts.saveJson}
        </button>
      </div>
      <p role="status" className="help">
        {isFailed && peopleTexts.saveFailed}
      </p>
    </details>
  );
}
