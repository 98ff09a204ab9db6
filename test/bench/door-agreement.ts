// Compares which values fit a schema according to the agent, its client, its forms, the bridge to
// MCP and the command line, and reports disagreement.
// node test/bench/door-agreement.ts [schemas] [values of each] [seed]
import { checkSchema, vetSchema, type JsonSchema } from '@formwork/schema';
import {
  DOORS,
  judgeAtDoors,
  listDisagreements,
  type Judgement,
  type Subject,
} from '../src/agreement/doors.ts';
import { listForeignSchemas } from '../src/agreement/foreign-schemas.ts';
import { createSeededSchema } from '../src/agreement/seeded-schemas.ts';
import { listSeededValues } from '../src/agreement/seeded-values.ts';
import { openFormPages } from '../src/forms/open-page.ts';
import { createRandom } from '../src/support/create-random.ts';

const [count = 400, each = 25, seed = 1] = process.argv.slice(2).map(Number);

/** The number of schemas that each tested agent declares. */
const BATCH = 25;

const draw = createRandom(seed);
const own: JsonSchema[] = [];
const refused = new Map<string, number>();
const foreign = await listForeignSchemas();
const wanted = Math.min(Math.ceil(count / 2), foreign.length);
const chosen = Array.from(
  { length: wanted },
  (_item, at) => foreign[Math.floor((at * foreign.length) / wanted)],
);
for (let at = 0; own.length < count; at += 1) {
  const schema = chosen[at] ?? createSeededSchema(draw);
  if (isUsable(schema)) own.push(schema);
}

/**
 * Returns true for a schema that an agent can define and that callers accept; else counts the
 * reason.
 */
function isUsable(schema: JsonSchema): boolean {
  const errors = checkSchema(schema).filter(({ severity }) => severity === 'error');
  const outcome = vetSchema(schema);
  const issues = errors.length > 0 || outcome.kind === 'vetted' ? errors : outcome.issues;
  const [first] = issues;
  if (first !== undefined) refused.set(first.code, (refused.get(first.code) ?? 0) + 1);
  return first === undefined;
}

const pages = await openFormPages();
const page = await pages.open({ viewport: { width: 1280, height: 100 } });
const judgements: Judgement[] = [];
const subjects = own.map((schema): Subject => ({
  schema,
  values: listSeededValues(schema, { draw, count: each }),
}));
for (let start = 0; start < subjects.length; start += BATCH) {
  const batch = await judgeAtDoors(subjects.slice(start, start + BATCH), page);
  judgements.push(...batch);
  for (const { schema, value, verdicts } of listDisagreements(batch)) {
    process.stdout.write(
      `${JSON.stringify(verdicts)}\n  ${JSON.stringify(value)}\n  ${JSON.stringify(schema)}\n`,
    );
  }
}
await pages.close();

const wrong = listDisagreements(judgements).length;
const valid = judgements.filter(({ verdicts }) => verdicts.own === 'valid').length;
process.stdout.write(
  `\n${own.length} schemas (${wanted} of others tried, seed ${seed}), ${judgements.length} values, ${valid} of them valid: ${wrong} disagreements\n`,
);
for (const door of DOORS) {
  const open = judgements.filter(({ verdicts }) => verdicts[door] === 'unjudged').length;
  process.stdout.write(`left to the agent by ${door}: ${open}\n`);
}
process.stdout.write(`not used: ${JSON.stringify(Object.fromEntries(refused))}\n`);
process.exitCode = wrong === 0 ? 0 : 1;
