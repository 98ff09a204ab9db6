// Runs the benchmark whose path is the argument, and sends its figures to the process that started
// this one: run-area.ts.
import { pathToFileURL } from 'node:url';
import type { Figure } from './figure.ts';
import type { Outcome } from './judge.ts';
import { UnavailableError } from './unavailable-error.ts';

interface Program {
  readonly toFigures: () => Promise<readonly Figure[]>;
}

const [program = ''] = process.argv.slice(2);

async function measure(): Promise<Outcome> {
  try {
    const { toFigures } = (await import(pathToFileURL(program).href)) as Program;
    return { kind: 'measured', figures: await toFigures() };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { kind: error instanceof UnavailableError ? 'skipped' : 'crashed', reason };
  }
}

// Some benchmarks keep connections open, which nobody needs any more.
process.send?.(await measure(), () => process.exit(0));
