import { expect, test } from 'vitest';
import { toAgentCard } from '../card/agent-card.ts';
import { defineAgent } from '../definition/define-agent.ts';
import { defineSkill } from '../definition/define-skill.ts';
import { readIcon, toIconUrl } from './icon.ts';

const toSvg = (inside: string): string =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`)}`;

/** Returns the `data:` URL of the beginning of a PNG with a width and a height. */
function toPng(width: number, height: number): string {
  const bytes = Buffer.alloc(33);
  bytes.writeUInt32BE(0x89504e47, 0);
  bytes.writeUInt32BE(0x49484452, 12);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return `data:image/png;base64,${bytes.toString('base64')}`;
}

test.each(['🧾', '👩‍🔬', '🇵🇹', toPng(64, 64), toSvg('<path d="M0 0h24"/>')])(
  '%s is an icon',
  (icon) => {
    expect(readIcon(icon)).toBe(icon);
  },
);

test('an emoji is completed, and is a picture where only pictures are taken', () => {
  expect(readIcon('\u2694')).toBe('\u2694\uFE0F');
  expect(readIcon(toIconUrl('🧾'))).toBe(toIconUrl('🧾'));
  const base64 = Buffer.from('<svg viewBox="0 0 1 1"></svg>').toString('base64');
  expect(readIcon(`data:image/svg+xml;base64,${base64}`)).toBeDefined();
});

test.each([
  ['words', 'Fight'],
  ['a letter', 'F'],
  ['two emoji', '🧾🧾'],
  ['an address, which would tell its server who looks', 'https://agent.example/icon.png'],
  ['another kind of picture', 'data:image/gif;base64,R0lGODlhAQABAAAAACw='],
  ['a picture of many pixels in few bytes', toPng(60_000, 60_000)],
  ['base64 that is broken', 'data:image/png;base64,A'],
  ['a script', toSvg('<script>alert(1)</script>')],
  ['a handler', toSvg('<path onload="alert(1)"/>')],
  ['what loads something', toSvg('<rect fill="url(https://evil.example)"/>')],
  ['what repeats itself', toSvg('<use href="#a"/>')],
  ['entities of its own', `data:image/svg+xml,<!DOCTYPE svg [<!ENTITY a "b">]><svg></svg>`],
  ['percent signs that mean nothing', 'data:image/svg+xml,<svg>%</svg>'],
  ['a large picture', toSvg(`<path d="${'M0 0'.repeat(3000)}"/>`)],
  ['no text', 7],
])('%s is not an icon', (_name, icon) => {
  expect(readIcon(icon)).toBeUndefined();
});

test('icons of the agent and of its skills are on the card, and faulty ones are errors', () => {
  const define = (icon: string): ReturnType<typeof defineAgent> =>
    defineAgent({
      name: 'Scribe',
      version: '1.0.0',
      icon,
      skills: [
        defineSkill({
          id: 'write',
          name: 'Write',
          description: 'Writes.',
          tags: [],
          icon,
          text: () => 'done',
        }),
      ],
    });
  const card = toAgentCard(define('🧾'), {
    interfaces: [],
    streaming: true,
    pushNotifications: false,
  });
  expect(card['iconUrl']).toBe(toIconUrl('🧾'));
  expect(card['capabilities']).toMatchObject({
    extensions: [{ params: { textSkills: ['write'], icons: { write: '🧾' } } }],
  });
  expect(() => define('Scribe')).toThrow(
    /skill "write".*icon must be one emoji|icon must be one emoji/su,
  );
});
