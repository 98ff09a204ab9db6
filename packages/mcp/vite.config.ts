import { trimForms } from '@formwork/react/vite';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

/**
 * The module that replaces the web worker of `@formwork/react`, because a page in one file has no
 * worker. It checks nothing.
 */
const NO_WORKER = {
  id: '\0formwork:no-worker',
  code: `export const pageChecker = {
    prepare() {},
    check: () => Promise.resolve({ kind: 'unchecked' }),
  };`,
};

/**
 * The codes of warnings that this build hides, because they do not matter for a page in one file.
 */
const QUIET = new Set(['MODULE_LEVEL_DIRECTIVE', 'EMPTY_IMPORT_META', 'PLUGIN_TIMINGS']);

/**
 * Replaces the web worker that checks forms, because a sandboxed page has no address to load one
 * from. The agent checks the form instead.
 */
const withoutWorker: Plugin = {
  name: 'formwork:without-worker',
  enforce: 'pre',
  resolveId: (source) => (/\/page-checker\.(?:js|ts)$/u.test(source) ? NO_WORKER.id : null),
  load: (id) => (id === NO_WORKER.id ? NO_WORKER.code : null),
};

/**
 * The parts of forms that a card in a conversation has no room for, each with the module that
 * replaces it: spreadsheets, pasted rows, the sections and tools of long forms, examples, the JSON
 * beside a form, the columns of a table, other time zones, small and large pictures, the choice of
 * a colour, other people of a task, and the matcher of patterns, which run in the worker alone.
 */
const ROOMY: readonly (readonly [path: RegExp, code: string])[] = [
  [
    /\/list-sheet\.(?:js|tsx)$/u,
    `const nothing = () => null;
    export { nothing as PastePanel, nothing as SheetButtons, nothing as Spreadsheet };
    const sheet = { columns: [], isShown: false, takePaste() {}, close() {} };
    export const useSheet = () => sheet;`,
  ],
  [
    /\/(?:field-finder|progress-rail|required-count)\.(?:js|tsx)$/u,
    `const nothing = () => null;
    export { nothing as FieldFinder, nothing as ProgressRail, nothing as RequiredCount };`,
  ],
  [
    /\/to-sections\.(?:js|ts)$/u,
    `export const toSections = () => [];
    export { toSections as toFolded };`,
  ],
  [
    /\/folded-sections\.(?:js|tsx)$/u,
    `export const FoldedSections = () => null;
    export { FoldedSections as unfoldAround };`,
  ],
  [
    /\/(?:example-chips|json-panel|table-extras|thumbnail)\.(?:js|tsx)$/u,
    `const nothing = () => null;
    export { nothing as ExampleChips, nothing as JsonPanel, nothing as TableExtras, nothing as Thumbnail };`,
  ],
  [
    /\/zone-select\.(?:js|tsx)$/u,
    `export { nothing as ZoneSelect };
    const nothing = () => null;`,
  ],
  [/\/enlarging\.(?:js|tsx)$/u, 'export const Enlarging = ({ children }) => children;'],
  // A host shows the data of a call itself.
  [
    /\/tabs\.(?:js|tsx)$/u,
    `import { createElement } from 'react';
    export const Tabs = ({ children, views: [view] }) =>
      [createElement('div', { key: 0, className: 'fw-result-head' }, children), view.draw()];`,
  ],
  // What is mended leaves the list of a card.
  [
    /\/listed-problems\.(?:js|ts)$/u,
    `export class ListedProblems { begin = (lines) => lines; follow = (lines) => lines; forgetMended() {} }`,
  ],
  [/\/pointed-focus\.(?:js|ts)$/u, 'export const markPointedFocus = () => undefined;'],
  [/\/color-widget\.(?:js|tsx)$/u, 'export const ColorWidget = () => null;'],
  // A tool's answer does not say whom a task asks beside its caller, or who answered.
  [/\/other-task-people\.(?:js|tsx)$/u, 'export const OtherTaskPeople = () => null;'],
  [/\/answerer-line\.(?:js|tsx)$/u, 'export const AnswererLine = () => null;'],
  // Patterns run in the worker alone.
  [
    /\/pattern-matcher\.(?:js|ts)$/u,
    `const never = () => false;
    const create = () => ({ test: never });
    export { never as isUnmatchable, never as isMatchedByHost, create as createPatternMatcher };
    export { create as createCountedMatcher, create as createLimitedTest };`,
  ],
  // The agent checks host names, as it checks the whole form.
  [
    /\/hostnames\.(?:js|ts)$/u,
    `export const isHostname = () => true;
    export { isHostname as isInternationalHostname };`,
  ],
];

/** Leaves parts of forms out of the page, which would be loaded with every card. */
const withoutRoomy: Plugin = {
  name: 'formwork:without-roomy',
  enforce: 'pre',
  resolveId(source, importer) {
    // A duration, a slider and a rating are entered as texts and numbers.
    if (/\/(?:duration|rating|slider)-widget\.(?:js|tsx)$/u.test(source)) {
      return `\0formwork:plain-input:${importer ?? ''}`;
    }
    // Of the texts that are loaded late, only the sentences about problems are needed.
    const [, texts, ending] =
      /\/(lazy-messages\/(?:arabic|english|german))\.(js|ts)$/u.exec(source) ?? [];
    if (texts !== undefined) {
      return `\0formwork:problems:${dirname(importer ?? '')}/${texts}-problems.${ending}`;
    }
    const at = ROOMY.findIndex(([path]) => path.test(source));
    return at === -1 ? null : `\0formwork:roomy-${at}`;
  },
  load(id) {
    const [, path] = /^\0formwork:plain-input:(.*)$/u.exec(id) ?? [];
    if (path !== undefined) {
      const names = ['DurationWidget', 'RatingWidget', 'SliderWidget'];
      const list = names.map((name) => `InputWidget as ${name}`).join(', ');
      return `export { ${list} } from ${JSON.stringify(path)};`;
    }
    const [, problems] = /^\0formwork:problems:(.*)$/u.exec(id) ?? [];
    if (problems !== undefined) {
      return `import { PROBLEMS } from ${JSON.stringify(problems)};
      export const LAZY = { problems: PROBLEMS };`;
    }
    return ROOMY[Number(/^\0formwork:roomy-(\d+)$/u.exec(id)?.[1])]?.[1] ?? null;
  },
};

/** Replaces Vite's loader of chunks, because the page has only one script. */
const withoutPreload: Plugin = {
  name: 'formwork:without-preload',
  enforce: 'pre',
  load: (id) =>
    id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : null,
};

/** Puts scripts and styles into the HTML file, because hosts load no other file of a page. */
const oneFile: Plugin = {
  name: 'formwork:one-file',
  enforce: 'post',
  generateBundle(_options, bundle) {
    const page = bundle['index.html'];
    if (page?.type !== 'asset') throw new Error('There is no page.');
    const files = Object.values(bundle).filter((file) => file !== page);
    const scripts = files.flatMap((file) => (file.type === 'chunk' ? [file.code] : []));
    const styles = files.flatMap((file) =>
      file.type === 'asset' && file.fileName.endsWith('.css') ? [String(file.source)] : [],
    );
    if (scripts.length !== 1 || scripts.length + styles.length !== files.length) {
      throw new Error(`Cannot put into one page: ${files.map((file) => file.fileName).join(', ')}`);
    }
    // A text inside an element must not contain its end tag.
    const script = scripts.join('').replaceAll('</script', String.raw`<\/script`);
    const style = styles.join('').replaceAll('</style', String.raw`<\/style`);
    const html = String(page.source)
      .replaceAll(/<(?:script|link)[^>]+(?:src|href)="\.\/assets[^>]*>(?:<\/script>)?/gu, '')
      // The script follows the element that it draws into. Functions insert both texts, because the
      // texts may contain `$&`.
      .replace('</head>', () => `<style>${style}</style></head>`)
      .replace('</body>', () => `<script>${script}</script></body>`);
    for (const file of files) delete bundle[file.fileName];
    page.source = html;
  },
};

export default defineConfig({
  root: fileURLToPath(new URL('src/view', import.meta.url)),
  base: './',
  resolve: { conditions: ['module', 'browser', 'production', '@formwork/source'] },
  plugins: [trimForms(), withoutWorker, withoutRoomy, withoutPreload, oneFile],
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    target: 'es2023',
    // For browsers with `light-dark()`: a CSS property passes on whether the host is light or dark.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    outDir: fileURLToPath(new URL('dist/view', import.meta.url)),
    emptyOutDir: true,
    modulePreload: false,
    cssCodeSplit: false,
    reportCompressedSize: false,
    rolldownOptions: {
      // Includes modules that are otherwise loaded late.
      output: { format: 'iife', codeSplitting: false },
      onLog(level, log, handler) {
        if (!QUIET.has(log.code ?? '')) handler(level, log);
      },
    },
  },
});
