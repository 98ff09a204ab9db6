import { trimForms } from '@formwork/react/vite';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { addSlashScript } from './src/server/slash-script.ts';

/**
 * Matches the path of the module that draws forms; its chunk is preloaded, with all chunks that it
 * imports.
 */
const FORM_MODULE = /\/form\/form-screen\.tsx$/u;

/**
 * Adds links to the HTML that preload the code of forms (not as modules, because Firefox remembers
 * that the load of a module failed), and a script that requests the agent's
 * description early, so that both arrive together with the page.
 */
function preloadForms(): Plugin {
  return {
    name: 'formwork:preload-forms',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = new Map(
          Object.values(bundle).flatMap((file) =>
            file.type === 'chunk' ? [[file.fileName, file] as const] : [],
          ),
        );
        const first = [...chunks.values()].find(({ facadeModuleId }) =>
          FORM_MODULE.test(facadeModuleId ?? ''),
        );
        const needed = new Set<string>();
        function visit(name: string): void {
          if (needed.has(name)) return;
          needed.add(name);
          chunks.get(name)?.imports.forEach(visit);
        }
        if (first === undefined)
          throw new Error('Cannot build the page because it must have forms.');
        visit(first.fileName);
        const preload = [...chunks.values()].find(
          ({ name, isEntry }) => isEntry && name === 'preload',
        );
        if (preload === undefined)
          throw new Error('Cannot build the page because it must load preload.ts first.');
        const start = {
          tag: 'script',
          attrs: { type: 'module', crossorigin: true, async: true, src: `./${preload.fileName}` },
          injectTo: 'head-prepend' as const,
        };
        const links = [...needed]
          .filter((name) => !html.includes(name) && name !== preload.fileName)
          .map((name) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'script', crossorigin: true, href: `./${name}` },
            injectTo: 'head' as const,
          }));
        return [start, ...links];
      },
    },
  };
}

/** The module that Vite calls at each dynamic import, and the file that replaces it. */
const IMPORTER = '\0vite/preload-helper.js';
const FETCH_FIRST = fileURLToPath(new URL('src/page/loading/fetch-first.ts', import.meta.url));

/**
 * Makes each dynamic import of a page fetch its files before the browser imports them: those that
 * the importing chunk has not imported itself, because a list of all would weigh more than some
 * parts do.
 */
export function fetchBeforeImports(): Plugin {
  const imported = new Map<string, ReadonlySet<string>>();
  return {
    name: 'formwork:fetch-before-imports',
    enforce: 'pre',
    config: () => ({
      build: {
        modulePreload: {
          polyfill: false,
          resolveDependencies: (_file, names, { hostId }) =>
            names.filter((name) => imported.get(hostId)?.has(name) !== true),
        },
      },
    }),
    load: (id) =>
      id === IMPORTER
        ? `export { fetchFirst as __vitePreload } from ${JSON.stringify(FETCH_FIRST)};`
        : undefined,
    generateBundle: {
      order: 'pre',
      handler(_options, bundle) {
        for (const name of Object.keys(bundle)) imported.set(name, listImported(name, bundle));
      },
    },
  };
}

/** Lists the chunks that have run before a chunk does, because it imports them, and itself. */
function listImported(first: string, bundle: Rolldown.OutputBundle): ReadonlySet<string> {
  const names = new Set([first]);
  for (const name of names) {
    const file = bundle[name];
    if (file?.type === 'chunk') for (const each of file.imports) names.add(each);
  }
  return names;
}

/**
 * Matches small modules that forms share with parts that are loaded later, and the shell never has.
 * They are one chunk, because each file is compressed alone.
 */
const SHARED_MODULES =
  /@rjsf\/utils\/lib\/constants\.|page\/(?:parts\/(?:copy-button|overflow-menu)|texts\/is-task|storage\/without-secrets|form\/use-(?:files|form-texts))\.|packages\/(?:schema\/src\/hints\/ui-hints|react\/src\/(?:files\/use-picked-files|theme\/(?:form-settings|map-context|list-context|use-label|describe-widget|to-empty|field-note|use-lazy-messages|to-label|element-ids)|form-schema\/(?:escape-names|to-columns|form-keywords)|list\/row-props|text\/(?:form-boundary|local-time|read-number|shadow-root)))\./u;

/**
 * Matches the modules by which several late parts of the page reach the people door. They are a chunk
 * of their own, so that none of these parts loads the results that another one draws.
 */
const PEOPLE_MODULES = /packages\/people\/src\/client|page\/people\/(?:page-people|use-people)/u;

/** Matches the modules that follow references in schemas, which forms and other late parts use. */
const REFERENCE_MODULES =
  /packages\/schema\/src\/(?:[\w-]+\/)*(?:json-pointer|follow-reference|schema-references|reference-keywords|schema-keywords|dialect|is-too-deep|index-schema)\./u;

/**
 * Matches small modules of late parts of the page. They are one chunk, because the page names each
 * chunk, and a name takes more room than some of them would.
 */
const SMALL_MODULES =
  /page\/(?:parts\/(?:run-state|select)|notify\/notify|workspace\/agent-url|history\/from-entry|work\/(?:repeat-plan|run-input))\.|packages\/core\/src\/extension\.|packages\/react\/src\/(?:result\/export\/csv|text\/format-amount)\./u;

// The build is always for production, because a test that runs it has another mode, in which React
// is three times as large.
export default defineConfig({
  root: fileURLToPath(new URL('src/page', import.meta.url)),
  // All paths are relative, because the page can be mounted at any path.
  base: './',
  resolve: {
    conditions: ['module', 'browser', 'production', '@formwork/source'],
  },
  // Forms do not use some parts of their library, above all a Markdown renderer, so those are left
  // out.
  plugins: [trimForms(), fetchBeforeImports(), preloadForms(), addSlashScript()],
  define: { 'process.env.NODE_ENV': '"production"' },
  worker: { format: 'es' },
  build: {
    target: 'es2023',
    outDir: fileURLToPath(new URL('dist/page', import.meta.url)),
    emptyOutDir: true,
    // A `data:` URL in a style sheet or script would need a policy that allows it.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      input: [
        fileURLToPath(new URL('src/page/index.html', import.meta.url)),
        fileURLToPath(new URL('src/page/preload.ts', import.meta.url)),
      ],
      output: {
        // The page names each chunk, so their names are short.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: {
          groups: [
            { name: 'shared', test: SHARED_MODULES },
            { name: 'people-door', test: PEOPLE_MODULES },
            { name: 'references', test: REFERENCE_MODULES },
            { name: 'small', test: SMALL_MODULES },
          ],
          includeDependenciesRecursively: false,
        },
      },
      onLog(level, log, handler) {
        // "use client" in the form library is for servers that draw React, and this page has none.
        // The times of plugins are of no use here.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE' && log.code !== 'PLUGIN_TIMINGS') {
          handler(level, log);
        }
      },
    },
  },
});
