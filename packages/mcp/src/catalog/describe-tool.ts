import { FRAME_END, toCardLine, toCardText, toFrameStart } from '../text/to-card-text.ts';

/** The highest number of characters that a tool's description takes over from that of its skill. */
const MAX_DESCRIPTION = 1000;
const MAX_EXAMPLE = 200;
const MAX_TITLE = 80;

/**
 * Makes the description of a tool for a model: which agent it calls, the agent's own words marked
 * as such, examples and rules.
 */
export function describeTool({
  label,
  description,
  tags,
  examples,
  rules,
}: {
  /** The label by which the description introduces the agent. */
  readonly label: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly examples: readonly string[];
  /** Sentences that the bridge adds; they are not the agent's words. */
  readonly rules: readonly string[];
}): string {
  const text = toCardText(description, { most: MAX_DESCRIPTION });
  const shownTags = tags.slice(0, 8).map((tag) => toCardLine(tag, { most: 40 }));
  const shownExamples = examples
    .slice(0, 3)
    .map((example) => `- ${toCardLine(example, { most: MAX_EXAMPLE })}`);
  return [
    toFrameStart(label),
    text,
    ...(shownTags.length > 0 ? [`Tags: ${shownTags.join(', ')}`] : []),
    ...(shownExamples.length > 0 ? ['Examples:', ...shownExamples] : []),
    FRAME_END,
    ...rules,
  ]
    .filter((line) => line !== '')
    .join('\n');
}

/**
 * Makes the title of a tool, its name for people: the name of the skill, or the id of one whose name
 * has nothing that can be seen.
 */
export function toTitle({ name, id }: { readonly name: string; readonly id: string }): string {
  const titles = [name, id].map((text) => toCardLine(text, { most: MAX_TITLE }));
  return titles.find((title) => title !== '') ?? 'Skill';
}
