import {
  CONFORMANCE_RULES,
  type ConformanceCheck,
  type ConformanceReport,
} from '@formwork/conformance';
import type { Console, Style } from '../../terminal/console.ts';
import { formatTable } from '../../terminal/format-table.ts';
import { toSafeLine } from '../../terminal/safe-text.ts';
import { toWidth, wrapLine } from '../../terminal/text-width.ts';

const CELLS = {
  pass: 'pass',
  fail: 'FAIL',
  warning: 'warn',
  'not-applicable': '-',
} as const satisfies Record<ConformanceCheck['state'], string>;

const STYLES = { fail: 'red', warning: 'yellow' } as const satisfies Record<string, Style>;

/** The place of a rule about the card in the table. */
const CARD = 'card';

/**
 * Formats a report: what was called, a table of all rules by door, the faults with their repairs,
 * and the reasons for which rules could not be tried.
 */
export function formatConformance(report: ConformanceReport, console: Console): string {
  const { agent, url, checks } = report;
  const name = toSafeLine(`${agent.name} ${agent.version}`) || 'An agent without a name';
  return [
    `${console.paint('bold', name)}  ${toSafeLine(url)}`,
    ...listLeftOut(report),
    listCalls(report),
    ...report.leftOut.map((text) => toSafeLine(`Not called: ${text}`)),
    '',
    formatRules(checks, console),
    ...listFaults(checks, console),
    ...listReasons(checks, console),
    '',
    formatSummary(report, console),
  ].join('\n');
}

function listLeftOut({ doors }: ConformanceReport): readonly string[] {
  return doors.flatMap(({ url, binding, version, reason }) =>
    reason === undefined
      ? []
      : [toSafeLine(`Not checked: ${binding} ${version} at ${url}: ${reason}`)],
  );
}

function listCalls({ calls }: ConformanceReport): string {
  if (calls.length === 0) return 'Called no skill.';
  const list = calls.map(({ skill, messages }) => {
    const count = `${messages} ${messages === 1 ? 'message' : 'messages'}`;
    return skill === '' ? count : `${skill} (${count})`;
  });
  return toSafeLine(`Called ${list.join(', ')}.`);
}

function formatRules(checks: readonly ConformanceCheck[], { paint }: Console): string {
  const places = [...new Set(checks.map(formatDoorName))];
  const ids = new Set(checks.map(({ rule }) => rule.id));
  const rows = CONFORMANCE_RULES.filter(({ id }) => ids.has(id)).map((rule) => [
    rule.id,
    rule.level,
    `${rule.source} ${rule.section}`,
    ...places.map((column) => {
      const check = checks.find(
        (candidate) => candidate.rule.id === rule.id && formatDoorName(candidate) === column,
      );
      return check === undefined ? '' : CELLS[check.state];
    }),
  ]);
  return formatTable(rows, { paint, header: ['rule', 'level', 'section', ...places] });
}

function formatDoorName({ door }: ConformanceCheck): string {
  return door ?? CARD;
}

/** Lists what is wrong, once for all doors where it is the same. */
function listFaults(checks: readonly ConformanceCheck[], console: Console): readonly string[] {
  return (['fail', 'warning'] as const).flatMap((state) => {
    const wrong = checks.filter((check) => check.state === state);
    const ids = [...new Set(wrong.map(({ rule }) => rule.id))];
    return ids.flatMap((id) => {
      const [first, ...repeats] = wrong.filter(({ rule }) => rule.id === id);
      if (first?.fault === undefined) return [];
      const { rule, fault } = first;
      const places = [first, ...repeats].map(formatDoorName).join(', ');
      const { sent, expected, came, change } = fault;
      return [
        '',
        `${console.paint(STYLES[state], `${rule.level} ${rule.id}`)} (${places}): ${rule.text}`,
        ...['sent', 'expected', 'came', 'change'].map((label, index) =>
          formatLine(label, [sent, expected, came, change][index] ?? '', console),
        ),
      ];
    });
  });
}

function formatLine(label: string, text: string, { columns }: Console): string {
  const start = `  ${label.padEnd(8)}  `;
  return wrapLine(`${start}${toSafeLine(text)}`, { columns, start: toWidth(start) });
}

/** Lists why rules could not be tried, once for each reason. */
function listReasons(checks: readonly ConformanceCheck[], console: Console): readonly string[] {
  const reasons = [...new Set(checks.flatMap(({ reason }) => reason ?? []))];
  if (reasons.length === 0) return [];
  const lines = reasons.map((reason) => {
    const ids = new Set(
      checks.filter((check) => check.reason === reason).map(({ rule }) => rule.id),
    );
    const start = '  -  ';
    const text = toSafeLine(`${reason}: ${[...ids].join(', ')}`);
    return wrapLine(`${start}${text}`, { columns: console.columns, start: start.length });
  });
  return ['', 'Not applicable:', ...lines];
}

function formatSummary(
  { summary, holds, durationMs }: ConformanceReport,
  { paint }: Console,
): string {
  const { pass, fail, warning, notApplicable } = summary;
  const verdict = holds ? paint('green', 'All MUSTs hold.') : paint('red', 'A MUST is broken.');
  const seconds = (durationMs / 1000).toFixed(1);
  return `${verdict} ${pass} pass, ${fail} fail, ${warning} warn, ${notApplicable} not applicable, in ${seconds} s`;
}
