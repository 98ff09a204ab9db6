import { expect, test } from 'vitest';
import { makeCliFolder } from '../support/cli-folder.ts';
import { runKept } from '../support/run-kept.ts';

const FORM = 'https://agent.example/forms/expense-report';

/** Reads the fragment of a printed link. */
function readFragment(link: string): URLSearchParams {
  const url = new URL(link.trim());
  expect(url.href.startsWith(`${FORM}#`)).toBe(true);
  return new URLSearchParams(url.hash.slice(1));
}

test('formwork link fills in values, signs those that are fixed, and says what is missing', async () => {
  const prefilled = await runKept(['link', FORM, '--prefill', 'currency=EUR', '--prefill', 'n=2']);
  const values = readFragment(prefilled.stdout).get('values') ?? '';
  expect(JSON.parse(values)).toEqual({ currency: 'EUR', n: 2 });

  const cwd = makeCliFolder({ secret: `${'s'.repeat(40)}\n` });
  const flags = ['--set', 'employee=Ada', '--expires', '7d', '--once', '--secret-file', 'secret'];
  const signed = await runKept(['link', FORM, ...flags, '--json'], { cwd });
  const { link } = JSON.parse(signed.stdout) as { link: string };
  const [text = ''] = (readFragment(link).get('link') ?? '').split('.');
  const said = JSON.parse(Buffer.from(text, 'base64url').toString()) as { expiresAt: number };
  expect(said).toMatchObject({ skill: 'expense-report', values: { employee: 'Ada' } });
  expect(said.expiresAt).toBeGreaterThan(Date.now() + 6 * 86_400_000);

  for (const [args, part] of [
    [['--once'], 'must have 32 characters or more'],
    [['--set', 'employee'], '--set must be a name and a value'],
    [['--expires', 'soon'], '--expires must be a time'],
  ] as const) {
    const refused = await runKept(['link', FORM, ...args], { env: { FORMWORK_LINK_SECRET: '' } });
    expect([refused.code, refused.stderr.includes(part)]).toEqual([2, true]);
  }
  const wrong = await runKept(['link', 'no-address', '--prefill', 'a=1']);
  expect(wrong.code).toBe(2);
});
