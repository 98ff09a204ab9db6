import type { ConformanceCheck, ConformanceReport } from './report.ts';
import { describeFault } from './rules/fault.ts';

/**
 * Writes a report as JUnit XML, which CI systems show: a suite for the card and for each door, a test
 * case for each rule. A warning passes, with its text as output; a rule that could not be tried is
 * skipped.
 *
 * @example
 * ```ts
 * import { checkConformance, toJUnit } from '@formwork/conformance';
 * import { writeFile } from 'node:fs/promises';
 *
 * const report = await checkConformance('http://127.0.0.1:4100');
 * await writeFile('conformance.xml', toJUnit(report));
 * ```
 */
export function toJUnit({ agent, checks, durationMs, summary }: ConformanceReport): string {
  const names = [...new Set(checks.map(({ door }) => door ?? 'card'))];
  const name = toAttribute(`conformance of ${agent.name}`);
  const seconds = (durationMs / 1000).toFixed(3);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name=${name} tests="${checks.length}" failures="${summary.fail}" skipped="${summary.notApplicable}" time="${seconds}">`,
    ...names.flatMap((suite) =>
      toSuite(
        suite,
        checks.filter(({ door = 'card' }) => door === suite),
      ),
    ),
    '</testsuites>',
    '',
  ].join('\n');
}

function toSuite(suite: string, cases: readonly ConformanceCheck[]): readonly string[] {
  const count = (state: ConformanceCheck['state']): number =>
    cases.filter((check) => check.state === state).length;
  return [
    `  <testsuite name=${toAttribute(suite)} tests="${cases.length}" failures="${count('fail')}" skipped="${count('not-applicable')}" errors="0">`,
    ...cases.flatMap((check) => toCase(check, suite)),
    '  </testsuite>',
  ];
}

function toCase({ rule, state, reason = '', fault }: ConformanceCheck, suite: string): string[] {
  const name = toAttribute(`${rule.id}: ${rule.text}`);
  const open = `    <testcase name=${name} classname=${toAttribute(suite)}`;
  const text = fault === undefined ? '' : describeFault(fault);
  switch (state) {
    case 'pass':
      return [`${open}/>`];
    case 'not-applicable':
      return [`${open}>`, `      <skipped message=${toAttribute(reason)}/>`, '    </testcase>'];
    case 'warning':
      return [
        `${open}>`,
        `      <system-out>${escape(`${rule.level}: ${text}`)}</system-out>`,
        '    </testcase>',
      ];
    case 'fail':
      return [
        `${open}>`,
        `      <failure type=${toAttribute(rule.level)} message=${toAttribute(text)}>${escape(`${rule.source} ${rule.section}: ${text}`)}</failure>`,
        '    </testcase>',
      ];
  }
}

function toAttribute(text: string): string {
  return `"${escape(text)}"`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Writes text for XML 1.0, which has no characters for most control codes and lone surrogates. */
function escape(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replaceAll(/[&<>"]/gu, (character) => ENTITIES[character] ?? '')
    .replaceAll(/[\t\n\r]/gu, (character) => `&#${character.charCodeAt(0)};`);
}
