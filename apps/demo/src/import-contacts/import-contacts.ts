import { setTimeout as pause } from 'node:timers/promises';
import { createValidator } from '@formwork/schema';
import { defineSkill } from '@formwork/core';
import { contactList, importedBatch, importSummary } from './schemas.ts';

/**
 * The skill that imports contacts, an example of a long task: it works batch by batch, reports its
 * progress, and can be canceled.
 */
export const importContactsSkill = defineSkill({
  id: 'import-contacts',
  name: 'Import Contacts',
  description:
    'Imports rows of contacts in batches: reports progress, sends each batch as soon as it is in, skips duplicates and rejects bad e-mail addresses. Can be canceled.',
  tags: ['contacts', 'import', 'long-running'],
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
    // Checks addresses by the schema of the published batches, because one wrong address would make
    // the whole import fail.
    const addresses = createValidator(importedBatch.properties.imported.items);
    const seen = new Set<string>();
    const rejected: { row: number; reason: string }[] = [];
    let duplicates = 0;

    for (let start = 0; start < contacts.length; start += batchSize) {
      await pause(pauseMs, undefined, { signal: task.signal });
      const imported: string[] = [];
      for (const [offset, { email }] of contacts.slice(start, start + batchSize).entries()) {
        const address = email.trim().toLowerCase();
        if (!addresses.isValid(address)) {
          rejected.push({ row: start + offset + 1, reason: `"${email}" is no e-mail address` });
        } else if (seen.has(address)) {
          duplicates += 1;
        } else {
          seen.add(address);
          imported.push(address);
        }
      }
      const done = Math.min(start + batchSize, contacts.length);
      const batch = Math.floor(start / batchSize) + 1;
      await task.artifact({
        id: 'batches',
        name: 'Imported contacts',
        schema: 'importedBatch',
        data: { batch, imported },
        append: start > 0,
        last: done === contacts.length,
      });
      await task.progress(`${done} of ${contacts.length} rows`, done / contacts.length);
    }
    return { schema: 'importSummary', data: { imported: seen.size, duplicates, rejected } };
  },
});
