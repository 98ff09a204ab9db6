import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { expect, test } from 'vitest';
import { toJUnit } from './junit.ts';
import { summarize, type ConformanceCheck, type ConformanceReport } from './report.ts';
import { CONFORMANCE_RULES } from './rules/manifest.ts';

const HOSTILE = '"<&>\u0000\u001b]\ud800 end\n';

function createReport(): ConformanceReport {
  const [must, ...rules] = CONFORMANCE_RULES;
  const should = rules.find(({ level }) => level === 'SHOULD');
  if (must === undefined || should === undefined) throw new Error('There are no rules.');
  const fault = { sent: HOSTILE, expected: 'b', came: 'c', change: 'D.' };
  const checks: readonly ConformanceCheck[] = [
    { rule: must, state: 'pass' },
    { rule: must, door: 'REST 1.0', state: 'fail', fault },
    { rule: should, door: 'REST 1.0', state: 'warning', fault },
    { rule: must, door: 'gRPC 1.0', state: 'not-applicable', reason: HOSTILE },
  ];
  const agent = { name: HOSTILE, version: '1' };
  const summary = summarize(checks);
  return {
    holds: false,
    url: '',
    agent,
    doors: [],
    calls: [],
    leftOut: [],
    checks,
    summary,
    durationMs: 1_500,
  };
}

test('toJUnit writes XML that a parser reads, whatever an agent says', () => {
  const xml = toJUnit(createReport());
  expect(XMLValidator.validate(xml)).toBe(true);
  const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '' });
  const { testsuites } = parser.parse(xml) as { readonly testsuites: Record<string, unknown> };
  expect(testsuites).toMatchObject({
    tests: '4',
    failures: '1',
    skipped: '1',
    time: '1.500',
    testsuite: [
      {
        name: 'card',
        tests: '1',
        failures: '0',
        testcase: { name: expect.stringMatching(/^card\.found: /u) as string },
      },
      {
        name: 'REST 1.0',
        failures: '1',
        testcase: [
          {
            classname: 'REST 1.0',
            failure: {
              type: 'MUST',
              message: expect.stringContaining('expected b; came c. D.') as string,
            },
          },
          { 'system-out': expect.stringMatching(/^SHOULD: Sent/u) as string },
        ],
      },
      {
        name: 'gRPC 1.0',
        skipped: '1',
        testcase: { skipped: { message: expect.any(String) as string } },
      },
    ],
  });
  // oxlint-disable-next-line no-control-regex -- such characters are not allowed in XML
  expect(xml).not.toMatch(/[\u0000\u001b\ud800]/u);
});
