/** Arguments of a tool that takes text, or what is wrong with them. */
export type CheckedText =
  | { readonly kind: 'valid'; readonly message: string; readonly context_id: string | undefined }
  | { readonly kind: 'invalid'; readonly text: string };

export function checkText(args: Readonly<Record<string, unknown>>): CheckedText {
  const { message, context_id: contextId, ...rest } = args;
  const unknown = Object.keys(rest);
  const problems = [
    ...(typeof message === 'string' && message !== ''
      ? []
      : [`/message must be text, not empty: current value is ${toShort(message)}`]),
    ...(contextId === undefined || typeof contextId === 'string'
      ? []
      : [`/context_id must be text: current value is ${toShort(contextId)}`]),
    ...(unknown.length === 0
      ? []
      : [`these are not known: ${unknown.slice(0, 10).map(toShort).join(', ')}`]),
  ];
  if (problems.length === 0 && typeof message === 'string') {
    const isText = typeof contextId === 'string';
    return { kind: 'valid', message, context_id: isText ? contextId : undefined };
  }
  const lines = problems.map((problem, index) => `${index + 1}. ${problem}`);
  const example = JSON.stringify({ message: 'What can you do?' });
  return {
    kind: 'invalid',
    text: [
      'The arguments do not fit. Fix these problems:',
      ...lines,
      'A valid example:',
      example,
    ].join('\n'),
  };
}

function toShort(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 80);
}
