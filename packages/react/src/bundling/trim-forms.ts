/** The stand-ins for modules that the form library imports. */
const REPLACEMENTS: ReadonlyMap<string, string> = new Map([
  ['markdown-to-jsx/react', './plain-markdown.js'],
  ['fast-uri', './plain-uri.js'],
  ['fast-equals', './plain-equals.js'],
  ['../getDefaultRegistry.js', './plain-registry.js'],
  ['./omitExtraData.js', './plain-data.js'],
  ['./toPathSchema.js', './plain-data.js'],
  ['./getWidget.js', './plain-widget.js'],
  ['./hasWidget.js', './plain-widget.js'],
  ['./enums.js', './plain-strings.js'],
]);

/** This file, with names of drives as Windows has them. */
const HERE: string = decodeURIComponent(new URL(import.meta.url).pathname).replace(
  /^\/(?=[A-Za-z]:)/u,
  '',
);

/** A plugin as Vite, Rolldown and Rollup take it. */
export interface TrimFormsPlugin {
  readonly name: string;
  readonly enforce: 'pre';
  resolveId(
    this: { resolve(source: string, importer?: string): Promise<{ readonly id: string } | null> },
    source: string,
    importer: string | undefined,
  ): Promise<{ readonly id: string } | null>;
}

/**
 * Leaves out of a page what the form library brings and forms make no use of: a renderer of Markdown,
 * a theme, layouts and texts of its own, a parser of URIs, comparisons of what is no data, what takes
 * unknown data away, and what finds widgets. Only its own imports are changed.
 */
export function trimForms(): TrimFormsPlugin {
  return {
    name: 'formwork:trim-forms',
    enforce: 'pre',
    async resolveId(source, importer) {
      const replacement = REPLACEMENTS.get(source);
      const isOfLibrary = importer?.includes('/@rjsf/') === true;
      if (replacement === undefined || !isOfLibrary) return null;
      return this.resolve(replacement, HERE);
    },
  };
}
