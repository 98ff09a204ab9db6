import { METRICS, openTelemetry, SPANS } from '@formwork/telemetry';
import { parser as promql } from '@prometheus-io/lezer-promql';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { readSamples, startMeter } from './collector.ts';

const DOCS = fileURLToPath(new URL('../../../docs/', import.meta.url));

function read(path: string): string {
  return readFileSync(`${DOCS}${path}`, 'utf8');
}

/** Returns the rows of the tables in `operate/watch.md` that describe metrics, as cells. */
function readRows(): readonly (readonly string[])[] {
  return read('operate/watch.md')
    .split('\n')
    .filter((line) => line.startsWith('| `formwork.'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

function unquote(cell: string | undefined): readonly string[] {
  return [...(cell ?? '').matchAll(/`([^`]+)`/gu)].map(([, name = '']) => name);
}

/** Exports each metric once; returns the label sets of each Prometheus metric. */
async function readExported(): Promise<ReadonlyMap<string, readonly string[]>> {
  const meter = startMeter();
  const telemetry = openTelemetry();
  for (const [name, { kind, attributes }] of Object.entries(METRICS)) {
    const values = Object.fromEntries(attributes.map((attribute) => [attribute, 'x'])) as never;
    if (kind === 'histogram') telemetry?.record(name as 'calls', 1, values);
    else if (kind === 'observed gauge') {
      const observed = [{ value: 1, attributes: values }];
      telemetry?.observe(name as 'taskCount', { source: {}, read: async () => observed });
    } else telemetry?.add(name as 'tasks', 1, values);
  }
  const own = new Set(['le', 'otel_scope_name']);
  return new Map(
    readSamples(await meter.text())
      .filter(({ name }) => name.startsWith('formwork_'))
      .map(({ name, metrics }) => [
        name,
        Object.keys(metrics[0]?.labels ?? {}).filter((label) => !own.has(label)),
      ]),
  );
}

test('the page about watching names every metric as Prometheus and the code do', async () => {
  const exported = await readExported();
  const described = readRows()
    .filter((cells) => cells.length === 5 && unquote(cells[1])[0]?.startsWith('formwork_'))
    .map(([name, prometheus, kind, labels]) => {
      const [shown = ''] = unquote(prometheus);
      const sample = kind === 'histogram' ? `${shown}_count` : shown;
      expect(exported.get(sample)?.toSorted()).toEqual(unquote(labels).toSorted());
      return { name: unquote(name)[0], kind, attributes: unquote(labels) };
    });
  expect(described).toEqual(
    Object.values(METRICS).map(({ name, kind, attributes }) => ({ name, kind, attributes })),
  );
});

test('the page about watching names every span', () => {
  const described = readRows()
    .filter((cells) => cells.length === 4)
    .map(([name, kind, , attributes]) => ({
      name: unquote(name)[0],
      kind,
      attributes: unquote(attributes),
    }));
  expect(described).toEqual(
    Object.values(SPANS).map(({ name, kind, attributes }) => ({ name, kind, attributes })),
  );
});

/** Lists the names of Formwork's metrics in a PromQL expression. */
function findNames(expression: string): readonly string[] {
  return [...new Set(expression.match(/\bformwork_\w+/gu))];
}

function readDashboard(): readonly string[] {
  const { panels } = JSON.parse(read('operate/files/grafana-dashboard.json')) as {
    readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[];
  };
  return panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
}

interface AlertRules {
  readonly groups: readonly {
    readonly rules: readonly {
      readonly alert: string;
      readonly expr: string;
      readonly annotations: Readonly<Record<string, string>>;
    }[];
  }[];
}

function readAlerts(): AlertRules['groups'][number]['rules'] {
  const { groups } = parseYaml(read('operate/files/prometheus-alerts.yml')) as AlertRules;
  return groups.flatMap(({ rules }) => rules);
}

test('the dashboard shows every metric, and it and the rules name none that there is not', async () => {
  const exported = await readExported();
  const dashboard = readDashboard();
  const rules = readAlerts().map(({ expr }) => expr);
  for (const expression of [...dashboard, ...rules]) {
    const names = findNames(expression);
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) {
      expect([...exported.keys()]).toContain(name);
      const known = [...(exported.get(name) ?? []), 'job', 'instance', 'le'];
      for (const [, labels = ''] of expression.matchAll(/\bby \(([^)]*)\)/gu)) {
        const used = labels.split(',').map((label) => label.trim());
        expect(known).toEqual(expect.arrayContaining(used));
      }
      for (const [, label = ''] of expression.matchAll(/[{,]\s*(\w+)\s*(?:=|!)/gu)) {
        // An expression may combine metrics with different labels.
        const all = names.flatMap((one) => exported.get(one) ?? []);
        expect([...all, 'job', 'instance']).toContain(label);
      }
    }
  }
  const shown = dashboard.flatMap(findNames).map((name) => name.replace(/_(?:count|bucket)$/u, ''));
  const all = [...exported.keys()].map((name) => name.replace(/_(?:count|bucket|sum)$/u, ''));
  expect(new Set(shown)).toEqual(new Set(all));
});

test('every expression is one of PromQL', () => {
  const expressions = [...readDashboard(), ...readAlerts().map(({ expr }) => expr)];
  for (const expression of expressions) {
    // Grafana replaces this variable by a duration.
    const plain = expression.replaceAll('$__rate_interval', '5m');
    const faults: string[] = [];
    promql.parse(plain).iterate({
      enter({ type, from, to }) {
        if (type.isError) faults.push(`${plain}: ${from} to ${to}`);
      },
    });
    expect(faults).toEqual([]);
  }
});

test('every rule says what is wrong and where to look', () => {
  const rules = readAlerts();
  expect(rules.length).toBeGreaterThan(5);
  for (const { alert, annotations } of rules) {
    expect(alert).toMatch(/^Formwork/u);
    expect(Object.keys(annotations)).toEqual(['summary', 'description']);
  }
});

test('without an SDK there is nobody to tell', () => {
  expect(openTelemetry()).toBeUndefined();
});
