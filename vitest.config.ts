import { availableParallelism } from 'node:os';
import { defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';

// Without "module", which is for bundlers: Node would load files that only they can read.
const conditions = [
  '@formwork/source',
  ...defaultServerConditions.filter((condition) => condition !== 'module'),
];

const report = process.env['FORMWORK_TEST_REPORT'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['{packages,apps}/*/src/**/*.test.{ts,tsx}', 'test/src/**/*.test.ts'],
    testTimeout: 20_000,
    // Many tests wait for processes and time limits: on two cores one worker would leave one idle.
    maxWorkers: Math.max(3, availableParallelism()),
    reporters: report === undefined ? ['default'] : ['default', ['json', { outputFile: report }]],
  },
});
