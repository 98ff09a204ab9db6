import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import {
  findWrong,
  readCitedExamples,
  readExample,
  type CitedExample,
} from '../schemas/cited-examples.ts';
import { SCHEMAS_FOLDER } from '../schemas/schema-files.ts';
import { getProgram } from '../support/programs/get-program.ts';
import { findVersions, PYDANTIC } from '../support/programs/pydantic.ts';
import { toVariants } from './to-variants.ts';
import { verifiesMessages } from './verifies-messages.ts';

// Starting Python and validating thousands of texts takes long on a busy machine.
const FOLDER = 'messages/v1';
const examples = readCitedExamples(FOLDER);
const pydantic = await findPydantic();

async function findPydantic() {
  const { file: python } = await getProgram(PYDANTIC).catch(() => ({ file: '' }));
  const versions = python === '' ? undefined : findVersions(python);
  return versions === undefined ? undefined : { python, versions };
}

/** A text to validate, by the named schema or else by the message type in the text. */
interface Case {
  readonly schema?: string;
  readonly text: string;
}

interface Finding {
  readonly loc: readonly (string | number)[];
  readonly type: string;
}

/** Validates texts with the generated Python models; returns the faults of each text. */
function runModels(python: string, cases: readonly Case[]): readonly (readonly Finding[])[] {
  const program = fileURLToPath(new URL('check-models.py', import.meta.url));
  const { status, stdout, stderr } = spawnSync(
    python,
    [program, join(SCHEMAS_FOLDER, FOLDER, 'python')],
    { encoding: 'utf8', input: JSON.stringify(cases), maxBuffer: 2 ** 28 },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return JSON.parse(stdout) as readonly (readonly Finding[])[];
}

/** Returns true if a fault is at the place of an example's reason, or below it. */
function isAtReason({ reason }: CitedExample, { loc, type }: Finding): boolean {
  const place = (reason?.pointer ?? '').split('/').slice(1);
  // Pydantic reports an unknown status at the payload, because the status chooses the alternative.
  const keys = type.startsWith('union_tag') ? place.slice(0, -1) : place;
  // Between the fields of a location, Pydantic names the alternatives that it tried.
  let next = 0;
  for (const key of loc) if (String(key) === keys[next]) next += 1;
  return next === keys.length;
}

/** Returns a text that is the same for examples that differ only in texts and numbers. */
function toShape(example: CitedExample): string {
  const toType = (_: string, value: unknown): unknown =>
    typeof value === 'object' ? value : typeof value;
  return `${example.schema} ${JSON.stringify(readExample(FOLDER, example), toType)}`;
}

const NOT_CHECKED =
  'NOT CHECKED, as no Python here has Pydantic 2: nobody ran the models of the messages';

test.each([pydantic?.versions ?? NOT_CHECKED])('%s', () => {
  if (pydantic === undefined)
    console.warn(`${NOT_CHECKED}. Another may be named by FORMWORK_PYTHON.`);
  const isNamedInVain = pydantic === undefined && process.env['FORMWORK_PYTHON'] !== undefined;
  expect(isNamedInVain).toBe(false);
});

describe.each(pydantic === undefined ? [] : [pydantic])('$versions', ({ python }) => {
  verifiesMessages(['format.python'], 'the models judge as the schemas do', () => {
    const found = runModels(
      python,
      examples.map((example) => ({
        schema: example.schema,
        text: JSON.stringify(readExample(FOLDER, example)),
      })),
    );
    for (const [index, example] of examples.entries()) {
      const findings = found[index] ?? [];
      const isAsStated =
        example.verdict === 'valid'
          ? findings.length === 0
          : findings.some((finding) => isAtReason(example, finding));
      expect({ file: example.file, isAsStated, findings }).toMatchObject({ isAsStated: true });
    }
  });

  verifiesMessages(['format.python'], 'a message is read as the model of its type', () => {
    const messages = examples.filter(
      ({ schema }) => !/#|base-message|authenticated-message/u.test(schema),
    );
    const ofOwnType = messages.filter(({ reason }) => reason?.pointer !== '/message_type');
    const found = runModels(
      python,
      ofOwnType.map((example) => ({ text: JSON.stringify(readExample(FOLDER, example)) })),
    );
    expect(found.map((findings) => findings.length === 0)).toEqual(
      ofOwnType.map(({ verdict }) => verdict === 'valid'),
    );
  });

  verifiesMessages(['format.python'], 'whatever one field is changed to, both judge alike', () => {
    const valid = examples.filter(({ verdict }) => verdict === 'valid');
    const shapes = new Map(valid.map((example) => [toShape(example), example]));
    const cases = [...shapes.values()].flatMap((example) =>
      toVariants(readExample(FOLDER, example)).map((variant) => ({
        schema: example.schema,
        variant,
      })),
    );
    expect(cases.length).toBeGreaterThan(5000);

    const found = runModels(
      python,
      cases.map(({ schema, variant }) => ({ schema, text: JSON.stringify(variant) })),
    );
    const different = cases.flatMap(({ schema, variant }, index) => {
      const wrong = findWrong(schema, variant);
      const findings = found[index] ?? [];
      return (wrong.length === 0) === (findings.length === 0) ? [] : [{ variant, wrong, findings }];
    });
    expect(different.slice(0, 5)).toEqual([]);
  });
});
