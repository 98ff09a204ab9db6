/**
 * The modules that the form library imports and that a page leaves out, each with the file that
 * replaces it.
 */
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

/** The path of this file, from which the replacing files are resolved. */
const HERE: string = decodeURIComponent(new URL(import.meta.url).pathname).replace(
  /^\/(?=[A-Za-z]:)/u,
  '',
);

/** A plugin of the form that Vite, Rolldown and Rollup accept. */
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
 * Makes a plugin for bundlers that leaves out the parts of the form library that forms do not use,
 * such as a renderer of Markdown, a theme, English texts and a parser of URIs. It changes only the
 * form library's own imports.
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
