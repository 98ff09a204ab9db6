import { listDocumentForms, resolveSchema, validateDocument } from '@formwork/documents';
import { describe, expect, test } from 'vitest';
import { readJson, readManifests, type Example } from '../schemas/schema-files.ts';

const manifests = readManifests();

/**
 * Finds the form of a document that `validateDocument` checks for an example's schema: the wire
 * form, if there is one.
 */
function toForm({ schema }: Example) {
  const wire = schema.replace(/:(v1\.0|v1-rc)#/u, ':$1:wire#');
  return listDocumentForms().find((form) => form.schema === wire);
}

/** The examples that are whole documents, and not parts of others. */
const whole = manifests.flatMap(({ folder, examples }) =>
  examples.flatMap((example) => {
    const form = toForm(example);
    return form === undefined ? [] : [{ ...example, folder, form }];
  }),
);

/** Examples that fit the closed schema of their kind but not its wire form. */
const ONLY_CLOSED = new Set([
  // ProtoJSON allows numbers for enums; the wire form has only the names that are written.
  'a2a/v1.0/examples/valid/message-role-number.json',
  // The card names schemas in its media types but defines none.
  'a2a/v1.0/examples/valid/card.json',
]);

/**
 * Examples that fit many kinds of documents, because they have at most one property and it is
 * common.
 */
const SAYS_NOTHING = new Set([
  'sessions/v1/examples/valid/create-session.json',
  'sessions/v1/examples/valid/create-session-empty.json',
  'sessions/v1/examples/valid/create-session-with-more.json',
]);

/** Kinds that are stricter forms of other kinds and must be asked for; see `listDocumentForms`. */
const ADDITIONS = ['authenticatedMessage', 'card', 'message', 'task'];

describe('every example', () => {
  test('of every manifest is held against the schema that it names', () => {
    const all = manifests.flatMap(({ examples }) => examples);
    expect(all.length).toBeGreaterThan(300);
    expect(all.filter(({ schema }) => resolveSchema(schema) === undefined)).toEqual([]);
    expect(whole.length).toBeGreaterThan(300);
  });

  test.each(whole)('$folder/$file, told what it is, gets its verdict', (example) => {
    const { folder, file, form, verdict, schema } = example;
    const value = readJson(`${folder}/${file}`);
    const { dialect, kind } = form;
    const report = validateDocument(value, { dialect, kind });
    // The report is about the kind that was asked for.
    expect(report.form?.dialect).toBe(dialect);
    expect(report.form?.names).toContain(kind);
    const isClosed = schema !== form.schema;
    if (verdict === 'valid') {
      const isValid = !ONLY_CLOSED.has(`${folder}/${file}`);
      expect({ problems: report.problems, valid: report.valid }).toMatchObject({ valid: isValid });
    } else {
      // A fault that only the closed schema finds is a warning.
      const told = isClosed ? [...report.problems, ...report.warnings] : report.problems;
      const isExtension = file.endsWith('card-with-schemas.json');
      expect(told.length > 0).toBe(!isExtension);
    }
  });

  const valid = whole.filter(({ verdict }) => verdict === 'valid');
  test.each(valid)('$folder/$file, told nothing, is recognized', ({ folder, file, form }) => {
    const report = validateDocument(readJson(`${folder}/${file}`));
    const path = `${folder}/${file}`;
    if (SAYS_NOTHING.has(path)) {
      expect(report.detection.kind).toBe('unknown');
      return;
    }
    const [first] = report.detection.candidates;
    expect(first?.reasons).not.toEqual([]);
    const isAddition =
      form.dialect === 'extensions/object-schemas-v1' || form.kind === ADDITIONS[0];
    if (isAddition) {
      expect(ADDITIONS.includes(form.kind)).toBe(true);
      expect(report.form?.dialect).not.toBe(undefined);
      return;
    }
    // A narrower kind, such as the request of one operation, is also a right answer.
    const found = report.detection.candidates.map((one) => one.form.dialect);
    expect(found).toContain(form.dialect);
    expect(report.valid).toBe(!ONLY_CLOSED.has(path));
  });

  const invalid = whole.filter(({ verdict }) => verdict === 'invalid');
  test('that is invalid is valid, told nothing, only where it is something else', () => {
    const passed = invalid.flatMap(({ folder, file, form }) => {
      const {
        valid: isValid,
        form: found,
        warnings,
      } = validateDocument(readJson(`${folder}/${file}`));
      if (!isValid) return [];
      const doubt = warnings.length > 0 ? ' with a warning' : '';
      const was = `${form.dialect} ${form.kind}`;
      return [`${folder}/${file}: ${was} → ${found?.dialect} ${found?.kind}${doubt}`];
    });
    expect(passed).toMatchInlineSnapshot(`
      [
        "a2a/v0.3/examples/invalid/part-of-1.0.json: a2a/v0.3 part → a2a/v1.0 part",
        "a2a/v1-rc/examples/invalid/task-snake-case-required.json: a2a/v1-rc task → a2a/v1.0 task with a warning",
        "a2a/v1-rc/examples/invalid/task-canceled.json: a2a/v1-rc task → a2a/v1.0 task",
        "a2a/v1-rc/examples/invalid/part-data-bare.json: a2a/v1-rc part → a2a/v1.0 part",
        "a2a/v1.0/examples/invalid/card-with-schemas.json: a2a/v1.0 card → a2a/v1.0 card",
        "a2a/v1.0/examples/invalid/task-snake-case.json: a2a/v1.0 task → a2a/v1.0 task with a warning",
        "a2a/v1.0/examples/invalid/response-both.json: a2a/v1.0 SendMessage jsonRpcResponse → a2a/v1.0 error with a warning",
        "extensions/examples/invalid/object-schemas-task-text-only.json: extensions/object-schemas-v1 task → a2a/v0.3 task",
        "messages/v1/examples/invalid/request-of-another-type.json: messages/v1 request → messages/v1 goodbye",
        "messages/v1/examples/invalid/authenticated-without-tag.json: messages/v1 authenticatedMessage → messages/v1 request",
        "messages/v1/examples/invalid/authenticated-with-more.json: messages/v1 authenticatedMessage → messages/v1 request with a warning",
        "sessions/v1/examples/invalid/session-created-bare.json: sessions/v1 POST /sessions response → sessions/v1 session",
      ]
    `);
  });
});
