import type { ElementFile } from './element-file.ts';
import type { FormDescription } from './public-agent.ts';

/**
 * Makes the page of a public form: the same element that stands on other sites. The element reads
 * the rest of the address, such as a receipt, and gives the page its look.
 */
export function createFormPage({
  form,
  element,
  isEmbedded,
}: {
  readonly form: FormDescription;
  readonly element: Pick<ElementFile, 'name' | 'integrity'>;
  /** True for a page within a frame, which tells the page around it how high it is. */
  readonly isEmbedded: boolean;
}): string {
  const { skill, texts, agent } = form;
  const title = escapeText(`${texts.title ?? skill.name} · ${agent}`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<script src="${element.name}" integrity="${element.integrity}" crossorigin="anonymous" defer></script>
</head>
<body>
<main><formwork-form skill="${escapeText(skill.id)}" page="${isEmbedded ? 'embedded' : 'whole'}"></formwork-form></main>
<noscript>This form needs JavaScript.</noscript>
</body>
</html>
`;
}

/** Escapes a text for HTML, also within quotes. */
function escapeText(text: string): string {
  return text.replaceAll(/[&<>"'\u2028\u2029]/gu, (character) => `&#${character.codePointAt(0)};`);
}
