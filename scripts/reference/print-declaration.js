// Prints the declaration of a public name as a reader of its documentation wants it: without the
// bodies of functions, and without what is private.

/** The longest value of a constant that is shown. */
const VALUE_LENGTH = 160;

/**
 * Prints a declaration.
 *
 * @param {string} text The text of its module.
 * @param {readonly { start: number, end: number, declaration: any }[]} statements The overloads of a
 *   function, or one statement.
 * @returns {string}
 */
export function printDeclaration(text, statements) {
  const overloads = statements.filter(({ declaration }) =>
    declaration.type.startsWith('TSDeclare'),
  );
  // Callers see the overloads of a function, never its implementation.
  const shown = overloads.length > 0 ? overloads : statements;
  return shown.map(({ declaration }) => print(text, declaration)).join('\n');
}

function print(text, declaration) {
  switch (declaration.type) {
    case 'FunctionDeclaration':
      return toLine(text.slice(declaration.start, declaration.body.start));
    case 'ClassDeclaration':
      return printClass(text, declaration);
    case 'VariableDeclaration':
      return declaration.declarations.map((one) => printConstant(text, one)).join('\n');
    default:
      return text.slice(declaration.start, declaration.end);
  }
}

function printConstant(text, { id, init }) {
  const head = `const ${text.slice(id.start, id.typeAnnotation?.end ?? id.end)}`;
  const value = init === null ? '' : text.slice(init.start, init.end);
  return value === '' || value.length > VALUE_LENGTH ? `${head};` : `${head} = ${value};`;
}

function printClass(text, { start, body }) {
  const members = body.body.filter(isPublic).map((member) => {
    const end = member.value?.body?.start ?? member.value?.start ?? member.end;
    return `  ${toLine(text.slice(member.start, end).replace(/\s*=\s*$/u, ''))}`;
  });
  return `${text.slice(start, body.start).trim()} {\n${members.join('\n')}\n}`;
}

function isPublic({ key, accessibility, static: isStatic, type }) {
  if (type === 'StaticBlock' || key?.type === 'PrivateIdentifier') return false;
  return accessibility !== 'private' && isStatic !== true;
}

/** Ends the head of a function as a declaration ends. */
function toLine(text) {
  return `${text.trim().replace(/^async |;$/gu, '')};`;
}
