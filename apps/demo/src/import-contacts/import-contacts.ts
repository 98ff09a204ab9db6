import { defineSkill } from '@formwork/core';
import { createValidator } from '@formwork/schema';
import { setTimeout as pause } from 'node:timers/promises';
import { ICONS } from '../icons.ts';
import { contactList, importedBatch, importSummary } from './schemas.ts';

/** The id of the artifact to which each batch is appended. */
const ARTIFACT = 'batches';

interface Contact {
  readonly email: string;
}

interface Rejection {
  readonly row: number;
  readonly reason: string;
}

/** The outcome of one batch: the imported addresses, the number of duplicates, the refused rows. */
interface Batch {
  readonly imported: readonly string[];
  readonly duplicates: number;
  readonly rejected: readonly Rejection[];
}

/** The rows before a batch. */
interface Before {
  /** The number of rows before the batch. */
  readonly start: number;
  /** The addresses of the rows before the batch that were imported. */
  readonly earlier: ReadonlySet<string>;
}

// Addresses are checked by the schema of the published batches, because one wrong address would make
// the whole import fail.
const addresses = createValidator(importedBatch.properties.imported.items);

/**
 * The skill that imports contacts, an example of a long task: it works batch by batch, reports its
 * progress, and can be canceled. Each batch is a step, so that a run in another process goes on with
 * the first batch that was not finished.
 */
export const importContactsSkill = defineSkill({
  id: 'import-contacts',
  name: 'Import Contacts',
  description:
    'Imports rows of contacts in batches: reports progress, sends each batch as soon as it is in, skips duplicates and rejects bad e-mail addresses. Can be canceled.',
  tags: ['contacts', 'import', 'long-running'],
  icon: ICONS.contacts,
  input: { contactList },
  output: { importSummary, importedBatch },
  examples: [
    {
      contacts: [
        { name: 'Ada Lovelace', email: 'ada@example.com' },
        { name: 'Charles Babbage', email: 'charles@example.com', phone: '+44 20 7946 0000' },
        { name: 'Nobody', email: 'no address' },
      ],
      batchSize: 2,
    },
  ],
  title: ({ contacts }) => `Import of ${contacts.length} contacts`,
  async run({ input: { contacts, batchSize = 10, pauseMs = 100 }, task }) {
    // The batches that an earlier run has sent; each is one part of the artifact.
    const sentCount =
      task.artifacts.find(({ artifactId }) => artifactId === ARTIFACT)?.parts.length ?? 0;
    const imported = new Set<string>();
    const rejected: Rejection[] = [];
    let duplicates = 0;

    for (let start = 0; start < contacts.length; start += batchSize) {
      const done = Math.min(start + batchSize, contacts.length);
      const batch = Math.floor(start / batchSize) + 1;
      const result = await task.step(`batch ${batch}`, async () => {
        await pause(pauseMs, undefined, { signal: task.signal });
        return importRows(contacts.slice(start, done), { start, earlier: imported });
      });
      for (const address of result.imported) imported.add(address);
      rejected.push(...result.rejected);
      duplicates += result.duplicates;
      if (batch <= sentCount) continue;
      await task.artifact({
        id: ARTIFACT,
        name: 'Imported contacts',
        schema: 'importedBatch',
        data: { batch, imported: result.imported },
        append: start > 0,
        last: done === contacts.length,
      });
      await task.progress(`${done} of ${contacts.length} rows`, done / contacts.length);
    }
    return { schema: 'importSummary', data: { imported: imported.size, duplicates, rejected } };
  },
});

/** Imports the rows of one batch: skips duplicates and rejects what is no e-mail address. */
function importRows(contacts: readonly Contact[], { start, earlier }: Before): Batch {
  const imported = new Set<string>();
  const rejected: Rejection[] = [];
  let duplicates = 0;
  for (const [offset, { email }] of contacts.entries()) {
    const address = email.trim().toLowerCase();
    if (!addresses.isValid(address)) {
      rejected.push({ row: start + offset + 1, reason: `"${email}" is no e-mail address` });
    } else if (earlier.has(address) || imported.has(address)) {
      duplicates += 1;
    } else {
      imported.add(address);
    }
  }
  return { imported: [...imported], duplicates, rejected };
}
