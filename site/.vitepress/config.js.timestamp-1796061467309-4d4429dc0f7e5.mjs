// .vitepress/config.js
import { readFileSync as readFileSync6 } from "node:fs";
import { join as join7 } from "node:path";
import { defineConfig } from "file:///tmp/h/d3/site/node_modules/.pnpm/vitepress@1.6.4_@algolia+client-search@5.65.0_postcss@8.5.33_search-insights@2.17.3/node_modules/vitepress/dist/node/index.js";

// markdown/code.js
import { createCssVariablesTheme } from "file:///tmp/h/d3/site/node_modules/.pnpm/shiki@2.5.0/node_modules/shiki/dist/index.mjs";
var PREFIX = "--code-";
var CODE_THEME = createCssVariablesTheme({ name: "site", variablePrefix: PREFIX });
var PLAIN = /* @__PURE__ */ new Set(["foreground", "token-punctuation"]);
var TOKEN = new RegExp(`<span style="color:var\\(${PREFIX}([\\w-]+)\\)">([^<]*)</span>`, "gu");
function shortenCode(md) {
  const { highlight } = md.options;
  md.options.highlight = (...given) => highlight(...given).replaceAll(
    TOKEN,
    (_, kind, text) => PLAIN.has(kind) ? text : `<span class="${kind.replace("token-", "c-")}">${text}</span>`
  );
}

// markdown/faults.js
function createFaults() {
  const anchors = /* @__PURE__ */ new Map();
  const links = [];
  const found = /* @__PURE__ */ new Set();
  return {
    /** Notes a fault of a page, in words that follow its path. */
    add(page, words) {
      found.add(`${page} ${words}.`);
    },
    addAnchors(page, ids) {
      anchors.set(page, new Set(ids));
    },
    /** @param {AnchorLink} link */
    addLink(link) {
      links.push(link);
    },
    /** Lists all faults, when every page has been read. */
    list() {
      const dead = links.filter(({ path, hash }) => anchors.get(path)?.has(decodeURIComponent(hash)) !== true).map(({ from, href }) => `${from} links to ${href}, which must be an anchor of that page.`);
      return [.../* @__PURE__ */ new Set([...found, ...dead])].toSorted();
    }
  };
}

// markdown/landing.js
import { readFileSync as readFileSync2 } from "node:fs";
import { join as join2 } from "node:path";

// pages.js
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { fileURLToPath } from "node:url";
var __vite_injected_original_import_meta_url = "file:///tmp/h/d3/site/pages.js";
var WORKSPACE = fileURLToPath(new URL("..", __vite_injected_original_import_meta_url));
var FILES = "site/files";
var PAGES = new Set(
  globSync(["*.md", "{apps,docs,schemas,test}/**/*.md"], {
    cwd: WORKSPACE,
    exclude: ["**/node_modules/**"]
  })
);
function rewritePath(path) {
  if (path.startsWith(`${FILES}/`)) return path.replace("site/", "");
  return path.replace(/(^|\/)README\.md$/u, "$1index.md");
}
function toAddress(path) {
  if (!PAGES.has(path)) return `/files/${toFilePage(path)}.html`;
  return `/${rewritePath(path).replace(/(^|\/)index\.md$/u, "$1").replace(/\.md$/u, ".html")}`;
}
function toFilePage(path) {
  return path.replace(/(README|index)\.(\w+)$/u, "$1-$2");
}
function locate(from, href) {
  const path = normalize(join(dirname(from), decodeURI(href)));
  const full = join(WORKSPACE, path);
  if (path.startsWith("..") || !existsSync(full)) return void 0;
  if (!isFolder(path)) return path;
  const index = join(path, "README.md");
  return PAGES.has(index) ? index : path.replace(/\/$/u, "");
}
function isFolder(path) {
  return statSync(join(WORKSPACE, path)).isDirectory();
}
function toPath(file) {
  const path = relative(WORKSPACE, file).replaceAll("\\", "/");
  const index = path.replace(/(^|\/)index\.md$/u, "$1README.md");
  return PAGES.has(index) ? index : path;
}

// markdown/landing.js
var LANDING = "index.md";
var FEATURES = {
  "Any schema.": "/docs/json-schema.html",
  "All mistakes at once.": "/docs/define-a-skill.html",
  "A client that knows the schemas.": "/docs/call-an-agent.html",
  "Forms for people.": "/docs/form-app.html",
  "Tools for models.": "/docs/mcp.html",
  "Nothing lost.": "/docs/engines.html"
};
var ELSEWHERE = /* @__PURE__ */ new Set(["Features", "Documentation", "Licence"]);
function writeLanding(md) {
  md.core.ruler.before("normalize", "write-landing", (state) => {
    if (state.env.relativePath !== LANDING) return;
    const [, ...sections] = splitSections(state.src);
    const first = state.src.slice(0, state.src.indexOf("\n## ")).replace(/^# .*\n+.*\n/u, "");
    const kept = sections.filter(({ heading }) => !ELSEWHERE.has(heading));
    state.src = [first, ...kept.map(({ text }) => text)].join("\n");
  });
}
function readLanding() {
  const readme = readFileSync2(join2(WORKSPACE, "README.md"), "utf8");
  const bullets = [...readme.matchAll(/^- \*\*([^*]+)\*\* (.+)$/gmu)];
  const features = Object.entries(FEATURES).map(([title, link]) => {
    const found = bullets.find(([, name]) => name === title);
    if (found === void 0)
      throw new Error(
        `Cannot make the landing page because README.md must have the feature "${title}".`
      );
    return { title: title.replace(".", ""), details: toHtml(found[2]), link };
  });
  const [, commands = ""] = /^## Two commands\n[^]*?```sh\n([^]*?)```/mu.exec(readme) ?? [];
  const [tagline = ""] = /(?<=^# Formwork\n\n).*$/mu.exec(readme) ?? [];
  return {
    layout: "home",
    title: "Formwork",
    titleTemplate: false,
    hero: {
      name: "Formwork",
      text: "Agents that others call correctly",
      tagline: toHtml(tagline),
      actions: [
        { theme: "brand", text: "Start in five minutes", link: "/docs/start.html" },
        { theme: "alt", text: "The extension", link: "/docs/extension.html" },
        { theme: "alt", text: "Reference", link: "/docs/reference/" }
      ]
    },
    features,
    commands: commands.trim().split("\n").map(toCommand)
  };
}
function toCommand(line) {
  const [command, note = ""] = line.split(/\s+# /u);
  return { command, note };
}
function splitSections(text) {
  return text.split(/^(?=## )/mu).map((part) => ({
    heading: /^## (.+)$/mu.exec(part)?.[1] ?? "",
    text: part
  }));
}
function toHtml(line) {
  return line.replaceAll("<", "&lt;").replaceAll(/\[([^\]]*)\]\([^)]*\)/gu, "$1").replaceAll(/`([^`]*)`/gu, "<code>$1</code>").replaceAll(/_([^_]+)_/gu, "<em>$1</em>");
}

// markdown/check-names.js
import { existsSync as existsSync3, globSync as globSync3, readFileSync as readFileSync4 } from "node:fs";
import { join as join5 } from "node:path";

// markdown/known-names.js
var KNOWN_NAMES = /* @__PURE__ */ new Set([
  "ALIAS_SKILL",
  "ALIAS_SKILL_SCHEMA",
  "ALIAS_ask",
  "DefaultPushNotificationSender",
  "FORMWORK_TOKEN_SHOP",
  "fromNodeProviderChain",
  "mcpServers",
  "moduleResolution",
  "personV2",
  "serverInfo",
  "startDelay",
  "startToCloseTimeout",
  "validateInputModes"
]);

// ../scripts/reference/read-api.js
import { existsSync as existsSync2, globSync as globSync2, readFileSync as readFileSync3 } from "node:fs";
import { dirname as dirname3, join as join4, normalize as normalize2 } from "node:path";
import { parseSync } from "file:///tmp/h/d3/node_modules/.pnpm/rolldown@1.2.19/node_modules/rolldown/dist/utils-index.mjs";

// ../scripts/when-changed.js
import { dirname as dirname2, join as join3, relative as relative2 } from "node:path";
import { fileURLToPath as fileURLToPath2 } from "node:url";
var __vite_injected_original_import_meta_url2 = "file:///tmp/h/d3/scripts/when-changed.js";
var WORKSPACE2 = dirname2(dirname2(fileURLToPath2(__vite_injected_original_import_meta_url2)));

// ../scripts/reference/print-declaration.js
var VALUE_LENGTH = 160;
function printDeclaration(text, statements) {
  const overloads = statements.filter(
    ({ declaration }) => declaration.type.startsWith("TSDeclare")
  );
  const shown = overloads.length > 0 ? overloads : statements;
  return shown.map(({ declaration }) => print(text, declaration)).join("\n");
}
function print(text, declaration) {
  switch (declaration.type) {
    case "FunctionDeclaration":
      return toLine(text.slice(declaration.start, declaration.body.start));
    case "ClassDeclaration":
      return printClass(text, declaration);
    case "VariableDeclaration":
      return declaration.declarations.map((one) => printConstant(text, one)).join("\n");
    default:
      return text.slice(declaration.start, declaration.end);
  }
}
function printConstant(text, { id, init }) {
  const head = `const ${text.slice(id.start, id.typeAnnotation?.end ?? id.end)}`;
  const value = init === null ? "" : text.slice(init.start, init.end);
  return value === "" || value.length > VALUE_LENGTH ? `${head};` : `${head} = ${value};`;
}
function printClass(text, { start, body }) {
  const members = body.body.filter(isPublic).map((member) => {
    const end = member.value?.body?.start ?? member.value?.start ?? member.end;
    return `  ${toLine(text.slice(member.start, end).replace(/\s*=\s*$/u, ""))}`;
  });
  return `${text.slice(start, body.start).trim()} {
${members.join("\n")}
}`;
}
function isPublic({ key, accessibility, static: isStatic, type }) {
  if (type === "StaticBlock" || key?.type === "PrivateIdentifier") return false;
  return accessibility !== "private" && isStatic !== true;
}
function toLine(text) {
  return `${text.trim().replace(/^async |;$/gu, "")};`;
}

// ../scripts/reference/read-api.js
var INTERNAL = "./internal";
var KINDS = {
  FunctionDeclaration: "function",
  TSDeclareFunction: "function",
  ClassDeclaration: "class",
  VariableDeclaration: "value"
};
function readApi() {
  const manifests = new Map(
    globSync2("packages/*/package.json", { cwd: WORKSPACE2 }).toSorted().map((path) => [dirname3(path), JSON.parse(read(path))])
  );
  const modules = createModules(manifests);
  return [...manifests].map(([folder, manifest]) => ({
    name: folder.split("/")[1],
    title: manifest.name,
    description: manifest.description,
    entries: listEntries(manifest).map(({ specifier, source }) => ({
      specifier,
      names: listNames(join4(folder, source), modules)
    }))
  }));
}
function read(path) {
  return readFileSync3(join4(WORKSPACE2, path), "utf8");
}
function listEntries({ name, exports = {} }) {
  return Object.entries(exports).filter(([path]) => path !== INTERNAL).map(([path, target]) => ({
    specifier: join4(name, path),
    source: target["@formwork/source"]
  })).filter(({ source }) => source !== void 0);
}
function createModules(manifests) {
  const seen = /* @__PURE__ */ new Map();
  return {
    read(path) {
      const known = seen.get(path);
      if (known !== void 0) return known;
      const text = read(path);
      const { program, comments, errors } = parseSync(path, text);
      if (errors.length > 0) throw new Error(`Cannot read ${path}: ${errors[0].message}`);
      const module = { path, text, body: program.body, comments };
      seen.set(path, module);
      return module;
    },
    /** Returns the file that a module names; `undefined` for packages of others. */
    locate(from, wanted) {
      if (wanted.startsWith(".")) return findFile(normalize2(join4(dirname3(from), wanted)));
      if (wanted.startsWith("#")) {
        const folder = from.split("/").slice(0, 2).join("/");
        const target = findSource(manifests.get(folder)?.imports?.[wanted]);
        return target === void 0 ? void 0 : join4(folder, target);
      }
      const [scope, name] = wanted.split("/");
      const manifest = manifests.get(`packages/${name}`);
      if (scope !== "@formwork" || manifest === void 0) return void 0;
      const entry = wanted.slice(`@formwork/${name}`.length);
      const source = manifest.exports[`.${entry}`]?.["@formwork/source"];
      return source === void 0 ? void 0 : join4(`packages/${name}`, source);
    }
  };
}
function findSource(target) {
  if (typeof target === "string") return target.endsWith(".ts") ? target : void 0;
  for (const one of Object.values(target ?? {})) {
    const found = findSource(one);
    if (found !== void 0) return found;
  }
  return void 0;
}
function findFile(path) {
  return [path, path.replace(/\.js$/u, ".ts")].find((one) => existsSync2(join4(WORKSPACE2, one)));
}
function listNames(path, modules) {
  const house = path.split("/")[1];
  const names = [...listExports(path, modules)].map(([name, origin]) => toName(name, { origin, house, modules })).filter((one) => one !== void 0);
  return names.toSorted((one, other) => one.name.localeCompare(other.name, "en"));
}
function toName(name, { origin, house, modules }) {
  const found = findDeclaration(origin, modules);
  if (found === void 0) return void 0;
  const { module, statements } = found;
  const owner = module.path.split("/")[1];
  return {
    name,
    kind: KINDS[statements[0].declaration.type] ?? "type",
    doc: findDocblock(module, statements[0]),
    code: printDeclaration(module.text, statements),
    path: module.path,
    of: owner === house ? void 0 : `@formwork/${owner}`
  };
}
function listExports(path, modules) {
  const { body } = modules.read(path);
  const found = /* @__PURE__ */ new Map();
  for (const statement of body) {
    const { type, source, declaration, specifiers = [] } = statement;
    if (type === "ExportAllDeclaration") {
      const from = modules.locate(path, source.value);
      if (from !== void 0)
        for (const [name, origin] of listExports(from, modules)) found.set(name, origin);
    }
    if (type !== "ExportNamedDeclaration") continue;
    for (const { local, exported } of specifiers) {
      const wanted = source === null ? findImport(body, local.name) : { source, name: local.name };
      const from = wanted === void 0 ? path : modules.locate(path, wanted.source.value);
      if (from !== void 0)
        found.set(exported.name, { path: from, name: wanted?.name ?? local.name });
    }
    for (const name of namesOf(declaration)) found.set(name, { path, name });
  }
  return found;
}
function findImport(body, name) {
  for (const { type, source, specifiers } of body) {
    if (type !== "ImportDeclaration") continue;
    const one = specifiers.find(({ local }) => local.name === name);
    if (one !== void 0) return { source, name: one.imported?.name ?? name };
  }
  return void 0;
}
function findDeclaration({ path, name }, modules) {
  const module = modules.read(path);
  const statements = module.body.map(
    (statement) => statement.type === "ExportNamedDeclaration" ? statement : { declaration: statement }
  ).filter(({ declaration }) => namesOf(declaration).includes(name)).map(({ start, end, declaration }) => ({
    start: start ?? declaration.start,
    end: end ?? declaration.end,
    declaration
  }));
  if (statements.length > 0) return { module, statements };
  const origin = listExports(path, modules).get(name);
  return origin === void 0 ? void 0 : findDeclaration(origin, modules);
}
function namesOf(declaration) {
  if (declaration?.type === "VariableDeclaration")
    return declaration.declarations.map(({ id }) => id.name);
  return declaration?.id?.name === void 0 ? [] : [declaration.id.name];
}
function findDocblock({ text, comments }, { start }) {
  const comment = comments.findLast(({ end }) => end <= start);
  if (comment === void 0 || !comment.value.startsWith("*")) return "";
  if (text.slice(comment.end, start).trim() !== "") return "";
  return comment.value.replaceAll(/^[ \t]*\*+ ?/gmu, "").trim();
}

// markdown/reference.js
var GROUPS = [
  ["Functions", "function"],
  ["Classes", "class"],
  ["Values", "value"],
  ["Types", "type"]
];
var API = readApi();
var PAGE = /^docs\/reference\/([\w-]+)\.md$/u;
function writeReference(md) {
  const packages = new Map(API.map((one) => [one.name, one]));
  md.core.ruler.before("normalize", "write-reference", (state) => {
    const [, name] = PAGE.exec(state.env.relativePath) ?? [];
    const found = packages.get(name);
    if (found !== void 0) state.src = toPage(found);
  });
}
function findAnchors() {
  const anchors = API.flatMap(
    ({ name: folder, entries }) => entries.flatMap(
      ({ names }) => names.filter(({ of }) => of === void 0).map(({ name }) => [name, `docs/reference/${folder}.md#${name}`])
    )
  );
  return new Map(anchors.toReversed());
}
function listExported() {
  return new Map(
    API.flatMap(
      ({ entries }) => entries.map(({ specifier, names }) => [specifier, new Set(names.map(({ name }) => name))])
    )
  );
}
function toPage({ title, description, entries }) {
  const [root, ...others] = entries;
  const explained = /* @__PURE__ */ new Set();
  const groups = GROUPS.map(([heading, kind]) => {
    const names = root.names.filter((one) => one.kind === kind && one.of === void 0);
    return toSection(heading, names, explained);
  });
  const further = others.map(({ specifier, names }) => toSection(specifier, names, explained));
  const shared = root.names.filter(({ of }) => of !== void 0).map(toLink);
  const last = shared.length === 0 ? "" : `## Of other packages

${shared.join("\n")}
`;
  return `# ${title}

${description}.

${[...groups, ...further, last].join("\n")}`;
}
function toSection(heading, names, explained) {
  if (names.length === 0) return "";
  const fresh = names.filter(({ name, of }) => of === void 0 && !explained.has(name));
  const known = names.filter((one) => !fresh.includes(one)).map(toLink);
  for (const { name } of fresh) explained.add(name);
  return `## ${heading}

${known.join("\n")}

${fresh.map(toEntry).join("\n")}`;
}
function toLink({ name, of }) {
  return of === void 0 ? `- [\`${name}\`](#${name})` : `- [\`${name}\`](${of.split("/")[1]}.md#${name}) of ${of}`;
}
function toEntry({ name, doc, code }) {
  const declaration = `~~~~ts
${code}
~~~~
`;
  const [text, ...tags] = doc.split(/(?:^|\s)@(?=throws|example|param|returns)/u);
  return `### ${name} {#${name}}

${toText(text)}

${declaration}
${tags.map(toTag).join("\n")}
`;
}
function toTag(tag) {
  const [, name, rest] = /^(\w+)\s*([^]*)$/u.exec(tag);
  switch (name) {
    case "example":
      return `**Example**

${rest}
`;
    case "throws":
      return `**Throws** ${toText(rest)}
`;
    default:
      return `**${name}** ${toText(rest)}
`;
  }
}
function toText(doc) {
  return doc.replaceAll(/\{@link ([^}]*)\}/gu, "`$1`").split(/(`[^`]*`)/u).map((part, index) => index % 2 === 1 ? part : part.replaceAll("<", "&lt;")).join("").trim();
}

// markdown/tokens.js
function walkInline(tokens, visit) {
  for (const { type, children } of tokens) {
    if (type !== "inline") continue;
    for (const child of children ?? []) visit(child);
  }
}

// markdown/check-names.js
var SOURCES = "{packages,apps,scripts,test,schemas}/**/*.{ts,tsx,js,cjs,json,yaml,yml,css,html,proto}";
var NAME = /^((?:[a-z]+[A-Z]|[A-Z][a-z0-9]*[a-z][A-Z]|[A-Z]+_)\w*)(?:\(\))?$/u;
var PATH = /^(?:apps|docs|packages|schemas|scripts|site|test)\/[\w./-]+$/u;
var IMPORT = /import (?:type )?\{([^}]*)\} from '(@formwork\/[^']+)'/gu;
var EXEMPT = /^CHANGELOG\.md$|^docs\/reference\/|^site\//u;
function checkNames(md, faults2) {
  const words = readWords();
  const exported = listExported();
  md.core.ruler.push("check-names", ({ tokens, env }) => {
    const page = toPath(env.path);
    if (!PAGES.has(page) || EXEMPT.test(page)) return;
    walkInline(tokens, ({ type, content }) => {
      if (type !== "code_inline") return;
      const [, name] = NAME.exec(content) ?? [];
      if (name !== void 0 && !words.has(name) && !KNOWN_NAMES.has(name))
        faults2.add(page, `mentions ${name}, which must be a name in the sources`);
      if (PATH.test(content) && !existsSync3(join5(WORKSPACE, content)))
        faults2.add(page, `mentions ${content}, which must be a file or a folder`);
    });
    for (const { type, content } of tokens)
      if (type === "fence") checkImports(content, { page, exported, faults: faults2 });
  });
}
function checkImports(code, { page, exported, faults: faults2 }) {
  for (const [, list, specifier] of code.matchAll(IMPORT)) {
    const names = exported.get(specifier);
    for (const part of names === void 0 ? [] : list.split(",")) {
      const [name] = part.trim().replace(/^type /u, "").split(" as ");
      if (name !== "" && !names.has(name))
        faults2.add(page, `imports ${name}, which ${specifier} must export`);
    }
  }
}
function readWords() {
  const paths = globSync3(SOURCES, {
    cwd: WORKSPACE,
    exclude: ["**/node_modules", "**/dist"]
  });
  const words = /* @__PURE__ */ new Set();
  for (const path of paths)
    for (const word of readFileSync4(join5(WORKSPACE, path), "utf8").match(/[A-Za-z_]\w*/gu) ?? [])
      words.add(word);
  return words;
}

// markdown/diagrams.js
import { renderMermaidSVG } from "file:///tmp/h/d3/site/node_modules/.pnpm/beautiful-mermaid@1.1.3/node_modules/beautiful-mermaid/dist/index.js";
var MESSAGE_WIDTH = 6.2;
var NAME_WIDTH = 7.4;
var BESIDE_NAMES = 72;
var FILLER = "\u2060";
var count = 0;
function drawDiagrams(md) {
  const others = md.renderer.rules.fence;
  md.renderer.rules.fence = (...given) => {
    const [tokens, index] = given;
    const { info, content } = tokens[index];
    if (info.trim() !== "mermaid") return others(...given);
    return `<figure class="diagram" v-pre>${draw(content, md.utils.escapeHtml)}</figure>
`;
  };
}
function draw(text, escape) {
  count += 1;
  const title = /^\s*accTitle:\s*(.+)$/mu.exec(text)?.[1].trim() ?? "Diagram";
  const source = text.replaceAll(/^\s*acc(?:Title|Descr):.*\n/gmu, "");
  const svg = renderMermaidSVG(spaceParticipants(source));
  return svg.replace(/<style>[^]*?<\/style>/u, "").replace(/ style="[^"]*"/u, ` role="img" aria-label="${escape(title)}"`).replaceAll(/(<marker id="|url\(#)/gu, `$1diagram-${count}-`).replaceAll(/\n\s*\n/gu, "\n");
}
function spaceParticipants(source) {
  if (!/^\s*sequenceDiagram/u.test(source)) return source;
  const named = [...source.matchAll(/^\s*(?:participant|actor) (\w+) as (.+)$/gmu)];
  const places = new Map(named.map(([, id], index) => [id, index]));
  const gaps = named.map(() => 0);
  for (const [, from, to, message] of source.matchAll(/^\s*(\w+)\s*-+>>?\s*(\w+):(.+)$/gmu)) {
    const one = places.get(from) ?? 0;
    const other = places.get(to) ?? 0;
    const width = message.length * MESSAGE_WIDTH;
    if (Math.abs(one - other) !== 1) continue;
    const left = Math.min(one, other);
    gaps[left] = Math.max(gaps[left], width);
  }
  return named.reduce((text, [line, , name], index) => {
    const wide = Math.max(gaps[index], gaps[index - 1] ?? 0) - BESIDE_NAMES;
    const missing = Math.ceil(wide / NAME_WIDTH) - name.length;
    return missing <= 0 ? text : text.replace(line, `${line}${FILLER.repeat(missing)}`);
  }, source);
}

// markdown/links.js
var OUTSIDE = /^(?:[a-z][a-z+.-]*:|\/\/)/iu;
function linkPages(md, faults2) {
  md.core.ruler.push("link-pages", ({ tokens, env }) => {
    const from = toPath(env.path);
    faults2.addAnchors(from, findAnchors2(tokens));
    walkInline(tokens, (token) => {
      if (token.type !== "link_open") return;
      const href = token.attrGet("href") ?? "";
      if (OUTSIDE.test(href) || href.startsWith("/")) return;
      const [file = "", hash] = href.split("#");
      const path = file === "" ? from : locate(from, file);
      if (path === void 0) {
        faults2.add(from, `links to ${href}, which must exist`);
        return;
      }
      if (hash !== void 0 && PAGES.has(path)) faults2.addLink({ from, path, hash, href });
      if (file === "") return;
      token.attrSet("href", toAddress(path) + (hash === void 0 ? "" : `#${hash}`));
    });
  });
}
function findAnchors2(tokens) {
  const headings = tokens.flatMap((token) => {
    const id = token.type === "heading_open" ? token.attrGet("id") : null;
    return id === null ? [] : [id];
  });
  const written = tokens.filter(({ type }) => type === "html_block" || type === "inline").flatMap(({ content }) => [...content.matchAll(/<a (?:id|name)="([^"]+)"/gu)]).map(([, id]) => id);
  return [...headings, ...written];
}

// markdown/names.js
var NAME2 = /^([A-Za-z]+[a-z0-9][A-Z]\w*|[A-Z]+_\w+|[A-Z][a-z]+[A-Z]\w*)(?:\(\))?$/u;
function linkNames(md) {
  const anchors = findAnchors();
  md.core.ruler.push("link-names", ({ tokens, env, Token }) => {
    const page = toPath(env.path);
    for (const [index, { type, children }] of tokens.entries()) {
      if (type !== "inline" || tokens[index - 1]?.type === "heading_open") continue;
      tokens[index].children = linkAll(children, { anchors, page, Token });
    }
  });
}
function linkAll(children, { anchors, page, Token }) {
  let inLink = false;
  return children.flatMap((token) => {
    if (token.type === "link_open") inLink = true;
    if (token.type === "link_close") inLink = false;
    const [, name] = token.type === "code_inline" && NAME2.exec(token.content) || [];
    const anchor = inLink ? void 0 : anchors.get(name);
    if (anchor === void 0) return [token];
    const [path, hash] = anchor.split("#");
    const open = new Token("link_open", "a", 1);
    open.attrs = [
      ["href", path === page ? `#${hash}` : `${toAddress(path)}#${hash}`],
      ["class", "name"]
    ];
    return [open, token, new Token("link_close", "a", -1)];
  });
}

// markdown/rules.js
function addRules(md, faults2) {
  shortenCode(md);
  writeLanding(md);
  writeReference(md);
  linkPages(md, faults2);
  checkNames(md, faults2);
  linkNames(md);
  drawDiagrams(md);
}

// markdown/slug.js
function toSlug(heading) {
  return heading.trim().toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "").replaceAll(" ", "-");
}

// sidebar.js
import { readFileSync as readFileSync5 } from "node:fs";
import { join as join6 } from "node:path";
var GROUPS2 = {
  Start: ["README", "start", "tutorial", "comparison", "move-from-the-sdk", "versions"],
  Guides: [
    "guides/README",
    "guides/questions",
    "guides/files",
    "guides/long-tasks",
    "guides/zod",
    "guides/versions",
    "guides/agents",
    "guides/express",
    "guides/react",
    "guides/deployment",
    "models"
  ],
  Test: ["test-your-agent", "conformance"],
  Define: ["define-a-skill", "json-schema", "generate-types", "validate", "compare-agents"],
  Serve: [
    "serve-an-agent",
    "network-safety",
    "sign-in",
    "signed-cards",
    "push-notifications",
    "sessions",
    "message-envelopes"
  ],
  Call: ["call-an-agent", "command-line", "errors", "registry"],
  Forms: ["form-app", "embed", "forms", "results", "live-tasks", "languages"],
  MCP: ["mcp", "mcp-hosts", "mcp-app"],
  People: ["inbox", "history", "extensions/people-v1"],
  Operate: ["operations", "console", "tasks-by-operators", "engines", "blobs"],
  Scale: ["replicas", "capacity", "dispatchers", "temporal", "performance"],
  "The extension": ["extension", "extensions/follow-up-forms-v1"]
};
var OPEN = /* @__PURE__ */ new Set(["Start", "Define", "Serve", "Call"]);
function createSidebar() {
  const groups = Object.entries(GROUPS2).map(
    ([text, names]) => toGroup(
      text,
      names.map((name) => `docs/${name}.md`).filter((path) => PAGES.has(path))
    )
  );
  const reference = listFolder("docs/reference");
  const decisions = listFolder("docs/decisions");
  const project = [
    "docs/architecture.md",
    "docs/testing.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    ...[...PAGES].filter((path) => path.startsWith("schemas/")),
    "CHANGELOG.md"
  ].filter((path) => PAGES.has(path));
  const known = /* @__PURE__ */ new Set([
    ...Object.values(GROUPS2).flat().map((name) => `docs/${name}.md`),
    ...reference,
    ...decisions,
    ...project
  ]);
  const more = [...PAGES].filter((path) => path.startsWith("docs/") && !known.has(path));
  return [
    ...groups,
    toGroup("More", more.toSorted()),
    toGroup("Reference", reference),
    toGroup("Decisions", decisions),
    toGroup("The project", project)
  ].filter(({ items }) => items.length > 0);
}
function toGroup(text, paths) {
  const items = paths.map((path) => ({ text: readTitle(path), link: toAddress(path) }));
  return { text, items, collapsed: !OPEN.has(text) };
}
function listFolder(folder) {
  const pages = [...PAGES].filter((path) => path.startsWith(`${folder}/`)).toSorted();
  const index = `${folder}/README.md`;
  return [index, ...pages.filter((path) => path !== index)];
}
function readTitle(path) {
  const text = readFileSync5(join6(WORKSPACE, path), "utf8");
  const title = /^# (.+)$/mu.exec(text)?.[1] ?? path;
  return title.replace(/^Decisions: (.)/u, (_, first) => first.toUpperCase());
}

// .vitepress/config.js
var faults = createFaults();
var ICON = `data:image/svg+xml,${encodeURIComponent(
  readFileSync6(join7(WORKSPACE, "apps/forms/src/page/icon.svg"), "utf8")
)}`;
var FIND_VUE = {
  name: "find-vue",
  enforce: "pre",
  resolveId: (id, _, { ssr }) => ssr && /^vue(?:\/server-renderer)?$/u.test(id) ? { id, external: true } : void 0
};
var config_default = defineConfig({
  title: "Formwork",
  description: "Turns a skill and the JSON Schema of its input into an agent that others call correctly.",
  lang: "en",
  srcDir: "..",
  outDir: "./dist",
  cacheDir: "./node_modules/.cache/vitepress",
  srcExclude: ["{packages,packed,scripts}/**"],
  rewrites: rewritePath,
  head: [["link", { rel: "icon", type: "image/svg+xml", href: ICON }]],
  metaChunk: true,
  markdown: {
    anchor: { slugify: toSlug },
    theme: CODE_THEME,
    config: (md) => addRules(md, faults)
  },
  themeConfig: {
    logo: ICON,
    nav: [
      { text: "Start", link: "/docs/start.html" },
      { text: "Reference", link: "/docs/reference/" },
      { text: "Decisions", link: "/docs/decisions/" },
      { text: "Changes", link: "/CHANGELOG.html" }
    ],
    sidebar: createSidebar(),
    outline: [2, 3],
    search: {
      provider: "local",
      options: {
        _render(source, env, md) {
          const { highlight } = md.options;
          md.options.highlight = null;
          try {
            return md.render(source, env);
          } finally {
            md.options.highlight = highlight;
          }
        }
      }
    }
  },
  transformPageData(page) {
    if (page.relativePath !== LANDING) return void 0;
    const frontmatter = readLanding();
    return { frontmatter, title: frontmatter.title, titleTemplate: false };
  },
  buildEnd() {
    const found = faults.list();
    if (found.length > 0)
      throw new Error(
        `Cannot publish the pages because:
${found.map((one) => `- ${one}`).join("\n")}`
      );
  },
  vite: {
    configFile: false,
    publicDir: false,
    build: { chunkSizeWarningLimit: 5e3 },
    plugins: [FIND_VUE],
    server: { host: "127.0.0.1", watch: { ignored: ["**/{apps,packages,test,scripts}/**"] } }
  }
});
export {
  config_default as default
};
//# sourceMappingURL=data:application/json;base64,ewogICJ2ZXJzaW9uIjogMywKICAic291cmNlcyI6IFsiLnZpdGVwcmVzcy9jb25maWcuanMiLCAibWFya2Rvd24vY29kZS5qcyIsICJtYXJrZG93bi9mYXVsdHMuanMiLCAibWFya2Rvd24vbGFuZGluZy5qcyIsICJwYWdlcy5qcyIsICJtYXJrZG93bi9jaGVjay1uYW1lcy5qcyIsICJtYXJrZG93bi9rbm93bi1uYW1lcy5qcyIsICIuLi9zY3JpcHRzL3JlZmVyZW5jZS9yZWFkLWFwaS5qcyIsICIuLi9zY3JpcHRzL3doZW4tY2hhbmdlZC5qcyIsICIuLi9zY3JpcHRzL3JlZmVyZW5jZS9wcmludC1kZWNsYXJhdGlvbi5qcyIsICJtYXJrZG93bi9yZWZlcmVuY2UuanMiLCAibWFya2Rvd24vdG9rZW5zLmpzIiwgIm1hcmtkb3duL2RpYWdyYW1zLmpzIiwgIm1hcmtkb3duL2xpbmtzLmpzIiwgIm1hcmtkb3duL25hbWVzLmpzIiwgIm1hcmtkb3duL3J1bGVzLmpzIiwgIm1hcmtkb3duL3NsdWcuanMiLCAic2lkZWJhci5qcyJdLAogICJzb3VyY2VzQ29udGVudCI6IFsiY29uc3QgX192aXRlX2luamVjdGVkX29yaWdpbmFsX2Rpcm5hbWUgPSBcIi90bXAvaC9kMy9zaXRlLy52aXRlcHJlc3NcIjtjb25zdCBfX3ZpdGVfaW5qZWN0ZWRfb3JpZ2luYWxfZmlsZW5hbWUgPSBcIi90bXAvaC9kMy9zaXRlLy52aXRlcHJlc3MvY29uZmlnLmpzXCI7Y29uc3QgX192aXRlX2luamVjdGVkX29yaWdpbmFsX2ltcG9ydF9tZXRhX3VybCA9IFwiZmlsZTovLy90bXAvaC9kMy9zaXRlLy52aXRlcHJlc3MvY29uZmlnLmpzXCI7aW1wb3J0IHsgcmVhZEZpbGVTeW5jIH0gZnJvbSAnbm9kZTpmcyc7XG5pbXBvcnQgeyBqb2luIH0gZnJvbSAnbm9kZTpwYXRoJztcbmltcG9ydCB7IGRlZmluZUNvbmZpZyB9IGZyb20gJ3ZpdGVwcmVzcyc7XG5pbXBvcnQgeyBDT0RFX1RIRU1FIH0gZnJvbSAnLi4vbWFya2Rvd24vY29kZS5qcyc7XG5pbXBvcnQgeyBjcmVhdGVGYXVsdHMgfSBmcm9tICcuLi9tYXJrZG93bi9mYXVsdHMuanMnO1xuaW1wb3J0IHsgTEFORElORywgcmVhZExhbmRpbmcgfSBmcm9tICcuLi9tYXJrZG93bi9sYW5kaW5nLmpzJztcbmltcG9ydCB7IGFkZFJ1bGVzIH0gZnJvbSAnLi4vbWFya2Rvd24vcnVsZXMuanMnO1xuaW1wb3J0IHsgdG9TbHVnIH0gZnJvbSAnLi4vbWFya2Rvd24vc2x1Zy5qcyc7XG5pbXBvcnQgeyByZXdyaXRlUGF0aCwgV09SS1NQQUNFIH0gZnJvbSAnLi4vcGFnZXMuanMnO1xuaW1wb3J0IHsgY3JlYXRlU2lkZWJhciB9IGZyb20gJy4uL3NpZGViYXIuanMnO1xuXG5jb25zdCBmYXVsdHMgPSBjcmVhdGVGYXVsdHMoKTtcblxuLyoqIFRoZSBpY29uIG9mIHRoZSBwYWdlIG9mIGZvcm1zLiAqL1xuY29uc3QgSUNPTiA9IGBkYXRhOmltYWdlL3N2Zyt4bWwsJHtlbmNvZGVVUklDb21wb25lbnQoXG4gIHJlYWRGaWxlU3luYyhqb2luKFdPUktTUEFDRSwgJ2FwcHMvZm9ybXMvc3JjL3BhZ2UvaWNvbi5zdmcnKSwgJ3V0ZjgnKSxcbil9YDtcblxuLyoqIExldHMgcGFnZXMgZmluZCBWdWUgd2hlbiB0aGV5IGFyZSByZW5kZXJlZCwgYmVjYXVzZSB0aGV5IGxpZSBvdXRzaWRlIG9mIHRoaXMgcHJvamVjdC4gKi9cbmNvbnN0IEZJTkRfVlVFID0ge1xuICBuYW1lOiAnZmluZC12dWUnLFxuICBlbmZvcmNlOiAncHJlJyxcbiAgcmVzb2x2ZUlkOiAoaWQsIF8sIHsgc3NyIH0pID0+XG4gICAgc3NyICYmIC9ednVlKD86XFwvc2VydmVyLXJlbmRlcmVyKT8kL3UudGVzdChpZCkgPyB7IGlkLCBleHRlcm5hbDogdHJ1ZSB9IDogdW5kZWZpbmVkLFxufTtcblxuLy8gb3hsaW50LWRpc2FibGUtbmV4dC1saW5lIGltcG9ydC9uby1kZWZhdWx0LWV4cG9ydCAtLSBUaGUgZ2VuZXJhdG9yIHdhbnRzIGl0LlxuZXhwb3J0IGRlZmF1bHQgZGVmaW5lQ29uZmlnKHtcbiAgdGl0bGU6ICdGb3Jtd29yaycsXG4gIGRlc2NyaXB0aW9uOlxuICAgICdUdXJucyBhIHNraWxsIGFuZCB0aGUgSlNPTiBTY2hlbWEgb2YgaXRzIGlucHV0IGludG8gYW4gYWdlbnQgdGhhdCBvdGhlcnMgY2FsbCBjb3JyZWN0bHkuJyxcbiAgbGFuZzogJ2VuJyxcbiAgc3JjRGlyOiAnLi4nLFxuICBvdXREaXI6ICcuL2Rpc3QnLFxuICBjYWNoZURpcjogJy4vbm9kZV9tb2R1bGVzLy5jYWNoZS92aXRlcHJlc3MnLFxuICBzcmNFeGNsdWRlOiBbJ3twYWNrYWdlcyxwYWNrZWQsc2NyaXB0c30vKionXSxcbiAgcmV3cml0ZXM6IHJld3JpdGVQYXRoLFxuICBoZWFkOiBbWydsaW5rJywgeyByZWw6ICdpY29uJywgdHlwZTogJ2ltYWdlL3N2Zyt4bWwnLCBocmVmOiBJQ09OIH1dXSxcbiAgbWV0YUNodW5rOiB0cnVlLFxuICBtYXJrZG93bjoge1xuICAgIGFuY2hvcjogeyBzbHVnaWZ5OiB0b1NsdWcgfSxcbiAgICB0aGVtZTogQ09ERV9USEVNRSxcbiAgICBjb25maWc6IChtZCkgPT4gYWRkUnVsZXMobWQsIGZhdWx0cyksXG4gIH0sXG4gIHRoZW1lQ29uZmlnOiB7XG4gICAgbG9nbzogSUNPTixcbiAgICBuYXY6IFtcbiAgICAgIHsgdGV4dDogJ1N0YXJ0JywgbGluazogJy9kb2NzL3N0YXJ0Lmh0bWwnIH0sXG4gICAgICB7IHRleHQ6ICdSZWZlcmVuY2UnLCBsaW5rOiAnL2RvY3MvcmVmZXJlbmNlLycgfSxcbiAgICAgIHsgdGV4dDogJ0RlY2lzaW9ucycsIGxpbms6ICcvZG9jcy9kZWNpc2lvbnMvJyB9LFxuICAgICAgeyB0ZXh0OiAnQ2hhbmdlcycsIGxpbms6ICcvQ0hBTkdFTE9HLmh0bWwnIH0sXG4gICAgXSxcbiAgICBzaWRlYmFyOiBjcmVhdGVTaWRlYmFyKCksXG4gICAgb3V0bGluZTogWzIsIDNdLFxuICAgIHNlYXJjaDoge1xuICAgICAgcHJvdmlkZXI6ICdsb2NhbCcsXG4gICAgICBvcHRpb25zOiB7XG4gICAgICAgIF9yZW5kZXIoc291cmNlLCBlbnYsIG1kKSB7XG4gICAgICAgICAgLy8gQSBzZWFyY2ggbG9va3MgZm9yIHdvcmRzLCBzbyBub3RoaW5nIGhhcyB0byBiZSBjb2xvdXJlZCBmb3IgaXQuXG4gICAgICAgICAgY29uc3QgeyBoaWdobGlnaHQgfSA9IG1kLm9wdGlvbnM7XG4gICAgICAgICAgbWQub3B0aW9ucy5oaWdobGlnaHQgPSBudWxsO1xuICAgICAgICAgIHRyeSB7XG4gICAgICAgICAgICByZXR1cm4gbWQucmVuZGVyKHNvdXJjZSwgZW52KTtcbiAgICAgICAgICB9IGZpbmFsbHkge1xuICAgICAgICAgICAgbWQub3B0aW9ucy5oaWdobGlnaHQgPSBoaWdobGlnaHQ7XG4gICAgICAgICAgfVxuICAgICAgICB9LFxuICAgICAgfSxcbiAgICB9LFxuICB9LFxuICB0cmFuc2Zvcm1QYWdlRGF0YShwYWdlKSB7XG4gICAgaWYgKHBhZ2UucmVsYXRpdmVQYXRoICE9PSBMQU5ESU5HKSByZXR1cm4gdW5kZWZpbmVkO1xuICAgIGNvbnN0IGZyb250bWF0dGVyID0gcmVhZExhbmRpbmcoKTtcbiAgICByZXR1cm4geyBmcm9udG1hdHRlciwgdGl0bGU6IGZyb250bWF0dGVyLnRpdGxlLCB0aXRsZVRlbXBsYXRlOiBmYWxzZSB9O1xuICB9LFxuICBidWlsZEVuZCgpIHtcbiAgICBjb25zdCBmb3VuZCA9IGZhdWx0cy5saXN0KCk7XG4gICAgaWYgKGZvdW5kLmxlbmd0aCA+IDApXG4gICAgICB0aHJvdyBuZXcgRXJyb3IoXG4gICAgICAgIGBDYW5ub3QgcHVibGlzaCB0aGUgcGFnZXMgYmVjYXVzZTpcXG4ke2ZvdW5kLm1hcCgob25lKSA9PiBgLSAke29uZX1gKS5qb2luKCdcXG4nKX1gLFxuICAgICAgKTtcbiAgfSxcbiAgdml0ZToge1xuICAgIGNvbmZpZ0ZpbGU6IGZhbHNlLFxuICAgIHB1YmxpY0RpcjogZmFsc2UsXG4gICAgYnVpbGQ6IHsgY2h1bmtTaXplV2FybmluZ0xpbWl0OiA1MDAwIH0sXG4gICAgcGx1Z2luczogW0ZJTkRfVlVFXSxcbiAgICBzZXJ2ZXI6IHsgaG9zdDogJzEyNy4wLjAuMScsIHdhdGNoOiB7IGlnbm9yZWQ6IFsnKiove2FwcHMscGFja2FnZXMsdGVzdCxzY3JpcHRzfS8qKiddIH0gfSxcbiAgfSxcbn0pO1xuIiwgImNvbnN0IF9fdml0ZV9pbmplY3RlZF9vcmlnaW5hbF9kaXJuYW1lID0gXCIvdG1wL2gvZDMvc2l0ZS9tYXJrZG93blwiO2NvbnN0IF9fdml0ZV9pbmplY3RlZF9vcmlnaW5hbF9maWxlbmFtZSA9IFwiL3RtcC9oL2QzL3NpdGUvbWFya2Rvd24vY29kZS5qc1wiO2NvbnN0IF9fdml0ZV9pbmplY3RlZF9vcmlnaW5hbF9pbXBvcnRfbWV0YV91cmwgPSBcImZpbGU6Ly8vdG1wL2gvZDMvc2l0ZS9tYXJrZG93bi9jb2RlLmpzXCI7aW1wb3J0IHsgY3JlYXRlQ3NzVmFyaWFibGVzVGhlbWUgfSBmcm9tICdzaGlraSc7XG5cbmNvbnN0IFBSRUZJWCA9ICctLWNvZGUtJztcblxuLyoqIENvbG91cnMgb2YgY29kZSBhcyB2YXJpYWJsZXMsIHNvIHRoYXQgb25lIHJlbmRlcmluZyBzZXJ2ZXMgbGlnaHQgYW5kIGRhcmsgcGFnZXMuICovXG5leHBvcnQgY29uc3QgQ09ERV9USEVNRSA9IGNyZWF0ZUNzc1ZhcmlhYmxlc1RoZW1lKHsgbmFtZTogJ3NpdGUnLCB2YXJpYWJsZVByZWZpeDogUFJFRklYIH0pO1xuXG4vKiogS2luZHMgb2YgdG9rZW5zIHRoYXQgbG9vayBsaWtlIHRoZSB0ZXh0IGFyb3VuZCB0aGVtLiAqL1xuY29uc3QgUExBSU4gPSBuZXcgU2V0KFsnZm9yZWdyb3VuZCcsICd0b2tlbi1wdW5jdHVhdGlvbiddKTtcblxuY29uc3QgVE9LRU4gPSBuZXcgUmVnRXhwKGA8c3BhbiBzdHlsZT1cImNvbG9yOnZhclxcXFwoJHtQUkVGSVh9KFtcXFxcdy1dKylcXFxcKVwiPihbXjxdKik8L3NwYW4+YCwgJ2d1Jyk7XG5cbi8qKlxuICogV3JpdGVzIHRoZSBjb2xvdXJzIG9mIGNvZGUgYXMgc2hvcnQgY2xhc3Nlcy4gQSBwYWdlIG9mIHRoZSByZWZlcmVuY2UgaGFzIHRob3VzYW5kcyBvZiB0b2tlbnMsIGFuZFxuICogc3R5bGVzIGZvciBlYWNoIHdvdWxkIGJlIG1vc3Qgb2YgdGhlIHBhZ2UuXG4gKlxuICogQHBhcmFtIHtpbXBvcnQoJ3ZpdGVwcmVzcycpLk1hcmtkb3duUmVuZGVyZXJ9IG1kXG4gKi9cbmV4cG9ydCBmdW5jdGlvbiBzaG9ydGVuQ29kZShtZCkge1xuICBjb25zdCB7IGhpZ2hsaWdodCB9ID0gbWQub3B0aW9ucztcbiAgbWQub3B0aW9ucy5oaWdobGlnaHQgPSAoLi4uZ2l2ZW4pID0+XG4gICAgaGlnaGxpZ2h0KC4uLmdpdmVuKS5yZXBsYWNlQWxsKFRPS0VOLCAoXywga2luZCwgdGV4dCkgPT5cbiAgICAgIFBMQUlOLmhhcyhraW5kKSA/IHRleHQgOiBgPHNwYW4gY2xhc3M9XCIke2tpbmQucmVwbGFjZSgndG9rZW4tJywgJ2MtJyl9XCI+JHt0ZXh0fTwvc3Bhbj5gLFxuICAgICk7XG59XG4iLCAiY29uc3QgX192aXRlX2luamVjdGVkX29yaWdpbmFsX2Rpcm5hbWUgPSBcIi90bXAvaC9kMy9zaXRlL21hcmtkb3duXCI7Y29uc3QgX192aXRlX2luamVjdGVkX29yaWdpbmFsX2ZpbGVuYW1lID0gXCIvdG1wL2gvZDMvc2l0ZS9tYXJrZG93bi9mYXVsdHMuanNcIjtjb25zdCBfX3ZpdGVfaW5qZWN0ZWRfb3JpZ2luYWxfaW1wb3J0X21ldGFfdXJsID0gXCJmaWxlOi8vL3RtcC9oL2QzL3NpdGUvbWFya2Rvd24vZmF1bHRzLmpzXCI7LyoqXG4gKiBAdHlwZWRlZiB7UmV0dXJuVHlwZTx0eXBlb2YgY3JlYXRlRmF1bHRzPn0gRmF1bHRzXG4gKlxuICogQHR5cGVkZWYge29iamVjdH0gQW5jaG9yTGlua1xuICogQHByb3BlcnR5IHtzdHJpbmd9IGZyb20gVGhlIHBhZ2Ugd2l0aCB0aGUgbGluay5cbiAqIEBwcm9wZXJ0eSB7c3RyaW5nfSBwYXRoIFRoZSBwYWdlIHRoYXQgaXQgbGVhZHMgdG8uXG4gKiBAcHJvcGVydHkge3N0cmluZ30gaGFzaFxuICogQHByb3BlcnR5IHtzdHJpbmd9IGhyZWYgQXMgaXQgaXMgd3JpdHRlbi5cbiAqL1xuXG4vKiogTWFrZXMgdGhlIGxpc3Qgb2Ygd2hhdCBpcyB3cm9uZyBpbiBwYWdlcywgd2hpY2ggYSBidWlsZCBtdXN0IGZpbmQgZW1wdHkuICovXG5leHBvcnQgZnVuY3Rpb24gY3JlYXRlRmF1bHRzKCkge1xuICAvKiogQHR5cGUge01hcDxzdHJpbmcsIFNldDxzdHJpbmc+Pn0gKi9cbiAgY29uc3QgYW5jaG9ycyA9IG5ldyBNYXAoKTtcbiAgLyoqIEB0eXBlIHtBbmNob3JMaW5rW119ICovXG4gIGNvbnN0IGxpbmtzID0gW107XG4gIC8qKiBAdHlwZSB7U2V0PHN0cmluZz59ICovXG4gIGNvbnN0IGZvdW5kID0gbmV3IFNldCgpO1xuICByZXR1cm4ge1xuICAgIC8qKiBOb3RlcyBhIGZhdWx0IG9mIGEgcGFnZSwgaW4gd29yZHMgdGhhdCBmb2xsb3cgaXRzIHBhdGguICovXG4gICAgYWRkKHBhZ2UsIHdvcmRzKSB7XG4gICAgICBmb3VuZC5hZGQoYCR7cGFnZX0gJHt3b3Jkc30uYCk7XG4gICAgfSxcbiAgICBhZGRBbmNob3JzKHBhZ2UsIGlkcykge1xuICAgICAgYW5jaG9ycy5zZXQocGFnZSwgbmV3IFNldChpZHMpKTtcbiAgICB9LFxuICAgIC8qKiBAcGFyYW0ge0FuY2hvckxpbmt9IGxpbmsgKi9cbiAgICBhZGRMaW5rKGxpbmspIHtcbiAgICAgIGxpbmtzLnB1c2gobGluayk7XG4gICAgfSxcbiAgICAvKiogTGlzdHMgYWxsIGZhdWx0cywgd2hlbiBldmVyeSBwYWdlIGhhcyBiZWVuIHJlYWQuICovXG4gICAgbGlzdCgpIHtcbiAgICAgIGNvbnN0IGRlYWQgPSBsaW5rc1xuICAgICAgICAuZmlsdGVyKCh7IHBhdGgsIGhhc2ggfSkgPT4gYW5jaG9ycy5nZXQocGF0aCk/LmhhcyhkZWNvZGVVUklDb21wb25lbnQoaGFzaCkpICE9PSB0cnVlKVxuICAgICAgICAubWFwKCh7IGZyb20sIGhyZWYgfSkgPT4gYCR7ZnJvbX0gbGlua3MgdG8gJHtocmVmfSwgd2hpY2ggbXVzdCBiZSBhbiBhbmNob3Igb2YgdGhhdCBwYWdlLmApO1xuICAgICAgcmV0dXJuIFsuLi5uZXcgU2V0KFsuLi5mb3VuZCwgLi4uZGVhZF0pXS50b1NvcnRlZCgpO1xuICAgIH0sXG4gIH07XG59XG4iLCAiY29uc3QgX192aXRlX2luamVjdGVkX29yaWdpbmFsX2Rpcm5hbWUgPSBcIi90bXAvaC9kMy9zaXRlL21hcmtkb3duXCI7Y29uc3QgX192aXRlX2luamVjdGVkX29yaWdpbmFsX2ZpbGVuYW1lID0gXCIvdG1wL2gvZDMvc2l0ZS9tYXJrZG93bi9sYW5kaW5nLmpzXCI7Y29uc3QgX192aXRlX2luamVjdGVkX29yaWdpbmFsX2ltcG9ydF9tZXRhX3VybCA9IFwiZmlsZTovLy90bXAvaC9kMy9zaXRlL21hcmtkb3duL2xhbmRpbmcuanNcIjtpbXBvcnQgeyByZWFkRmlsZVN5bmMgfSBmcm9tICdub2RlOmZzJztcbmltcG9ydCB7IGpvaW4gfSBmcm9tICdub2RlOnBhdGgnO1xuaW1wb3J0IHsgV09SS1NQQUNFIH0gZnJvbSAnLi4vcGFnZXMuanMnO1xuXG4vKiogVGhlIHBhZ2UgYXQgYC9gLiAqL1xuZXhwb3J0IGNvbnN0IExBTkRJTkcgPSAnaW5kZXgubWQnO1xuXG4vKiogVGhlIGZlYXR1cmVzIG9mIHRoZSBSRUFETUUgdGhhdCB0aGUgbGFuZGluZyBwYWdlIHNob3dzLCB3aXRoIHRoZSBwYWdlcyB0aGF0IHNheSBtb3JlLiAqL1xuY29uc3QgRkVBVFVSRVMgPSB7XG4gICdBbnkgc2NoZW1hLic6ICcvZG9jcy9qc29uLXNjaGVtYS5odG1sJyxcbiAgJ0FsbCBtaXN0YWtlcyBhdCBvbmNlLic6ICcvZG9jcy9kZWZpbmUtYS1za2lsbC5odG1sJyxcbiAgJ0EgY2xpZW50IHRoYXQga25vd3MgdGhlIHNjaGVtYXMuJzogJy9kb2NzL2NhbGwtYW4tYWdlbnQuaHRtbCcsXG4gICdGb3JtcyBmb3IgcGVvcGxlLic6ICcvZG9jcy9mb3JtLWFwcC5odG1sJyxcbiAgJ1Rvb2xzIGZvciBtb2RlbHMuJzogJy9kb2NzL21jcC5odG1sJyxcbiAgJ05vdGhpbmcgbG9zdC4nOiAnL2RvY3MvZW5naW5lcy5odG1sJyxcbn07XG5cbi8qKiBTZWN0aW9ucyBvZiB0aGUgUkVBRE1FIHRoYXQgdGhlIGxhbmRpbmcgcGFnZSBoYXMgaW4gYW5vdGhlciBwbGFjZS4gKi9cbmNvbnN0IEVMU0VXSEVSRSA9IG5ldyBTZXQoWydGZWF0dXJlcycsICdEb2N1bWVudGF0aW9uJywgJ0xpY2VuY2UnXSk7XG5cbi8qKlxuICogTWFrZXMgdGhlIGxhbmRpbmcgcGFnZSBvZiB0aGUgUkVBRE1FLCB3aXRob3V0IHRoZSBzZWN0aW9ucyB0aGF0IHRoZSBwYWdlIHNob3dzIGluIGFub3RoZXIgd2F5LlxuICpcbiAqIEBwYXJhbSB7aW1wb3J0KCd2aXRlcHJlc3MnKS5NYXJrZG93blJlbmRlcmVyfSBtZFxuICovXG5leHBvcnQgZnVuY3Rpb24gd3JpdGVMYW5kaW5nKG1kKSB7XG4gIG1kLmNvcmUucnVsZXIuYmVmb3JlKCdub3JtYWxpemUnLCAnd3JpdGUtbGFuZGluZycsIChzdGF0ZSkgPT4ge1xuICAgIGlmIChzdGF0ZS5lbnYucmVsYXRpdmVQYXRoICE9PSBMQU5ESU5HKSByZXR1cm47XG4gICAgY29uc3QgWywgLi4uc2VjdGlvbnNdID0gc3BsaXRTZWN0aW9ucyhzdGF0ZS5zcmMpO1xuICAgIC8vIFRoZSB0aXRsZSBhbmQgdGhlIGZpcnN0IHNlbnRlbmNlIHN0YW5kIGFib3ZlIHRoZSBmZWF0dXJlcy5cbiAgICBjb25zdCBmaXJzdCA9IHN0YXRlLnNyYy5zbGljZSgwLCBzdGF0ZS5zcmMuaW5kZXhPZignXFxuIyMgJykpLnJlcGxhY2UoL14jIC4qXFxuKy4qXFxuL3UsICcnKTtcbiAgICBjb25zdCBrZXB0ID0gc2VjdGlvbnMuZmlsdGVyKCh7IGhlYWRpbmcgfSkgPT4gIUVMU0VXSEVSRS5oYXMoaGVhZGluZykpO1xuICAgIHN0YXRlLnNyYyA9IFtmaXJzdCwgLi4ua2VwdC5tYXAoKHsgdGV4dCB9KSA9PiB0ZXh0KV0uam9pbignXFxuJyk7XG4gIH0pO1xufVxuXG4vKiogUmV0dXJucyB0aGUgZnJvbnQgbWF0dGVyIG9mIHRoZSBsYW5kaW5nIHBhZ2UsIHdob3NlIHRleHRzIGFyZSB0aG9zZSBvZiB0aGUgUkVBRE1FLiAqL1xuZXhwb3J0IGZ1bmN0aW9uIHJlYWRMYW5kaW5nKCkge1xuICBjb25zdCByZWFkbWUgPSByZWFkRmlsZVN5bmMoam9pbihXT1JLU1BBQ0UsICdSRUFETUUubWQnKSwgJ3V0ZjgnKTtcbiAgY29uc3QgYnVsbGV0cyA9IFsuLi5yZWFkbWUubWF0Y2hBbGwoL14tIFxcKlxcKihbXipdKylcXCpcXCogKC4rKSQvZ211KV07XG4gIGNvbnN0IGZlYXR1cmVzID0gT2JqZWN0LmVudHJpZXMoRkVBVFVSRVMpLm1hcCgoW3RpdGxlLCBsaW5rXSkgPT4ge1xuICAgIGNvbnN0IGZvdW5kID0gYnVsbGV0cy5maW5kKChbLCBuYW1lXSkgPT4gbmFtZSA9PT0gdGl0bGUpO1xuICAgIGlmIChmb3VuZCA9PT0gdW5kZWZpbmVkKVxuICAgICAgdGhyb3cgbmV3IEVycm9yKFxuICAgICAgICBgQ2Fubm90IG1ha2UgdGhlIGxhbmRpbmcgcGFnZSBiZWNhdXNlIFJFQURNRS5tZCBtdXN0IGhhdmUgdGhlIGZlYXR1cmUgXCIke3RpdGxlfVwiLmAsXG4gICAgICApO1xuICAgIHJldHVybiB7IHRpdGxlOiB0aXRsZS5yZXBsYWNlKCcuJywgJycpLCBkZXRhaWxzOiB0b0h0bWwoZm91bmRbMl0pLCBsaW5rIH07XG4gIH0pO1xuICBjb25zdCBbLCBjb21tYW5kcyA9ICcnXSA9IC9eIyMgVHdvIGNvbW1hbmRzXFxuW15dKj9gYGBzaFxcbihbXl0qPylgYGAvbXUuZXhlYyhyZWFkbWUpID8/IFtdO1xuICBjb25zdCBbdGFnbGluZSA9ICcnXSA9IC8oPzw9XiMgRm9ybXdvcmtcXG5cXG4pLiokL211LmV4ZWMocmVhZG1lKSA/PyBbXTtcbiAgcmV0dXJuIHtcbiAgICBsYXlvdXQ6ICdob21lJyxcbiAgICB0aXRsZTogJ0Zvcm13b3JrJyxcbiAgICB0aXRsZVRlbXBsYXRlOiBmYWxzZSxcbiAgICBoZXJvOiB7XG4gICAgICBuYW1lOiAnRm9ybXdvcmsnLFxuICAgICAgdGV4dDogJ0FnZW50cyB0aGF0IG90aGVycyBjYWxsIGNvcnJlY3RseScsXG4gICAgICB0YWdsaW5lOiB0b0h0bWwodGFnbGluZSksXG4gICAgICBhY3Rpb25zOiBbXG4gICAgICAgIHsgdGhlbWU6ICdicmFuZCcsIHRleHQ6ICdTdGFydCBpbiBmaXZlIG1pbnV0ZXMnLCBsaW5rOiAnL2RvY3Mvc3RhcnQuaHRtbCcgfSxcbiAgICAgICAgeyB0aGVtZTogJ2FsdCcsIHRleHQ6ICdUaGUgZXh0ZW5zaW9uJywgbGluazogJy9kb2NzL2V4dGVuc2lvbi5odG1sJyB9LFxuICAgICAgICB7IHRoZW1lOiAnYWx0JywgdGV4dDogJ1JlZmVyZW5jZScsIGxpbms6ICcvZG9jcy9yZWZlcmVuY2UvJyB9LFxuICAgICAgXSxcbiAgICB9LFxuICAgIGZlYXR1cmVzLFxuICAgIGNvbW1hbmRzOiBjb21tYW5kcy50cmltKCkuc3BsaXQoJ1xcbicpLm1hcCh0b0NvbW1hbmQpLFxuICB9O1xufVxuXG5mdW5jdGlvbiB0b0NvbW1hbmQobGluZSkge1xuICBjb25zdCBbY29tbWFuZCwgbm90ZSA9ICcnXSA9IGxpbmUuc3BsaXQoL1xccysjIC91KTtcbiAgcmV0dXJuIHsgY29tbWFuZCwgbm90ZSB9O1xufVxuXG5mdW5jdGlvbiBzcGxpdFNlY3Rpb25zKHRleHQpIHtcbiAgcmV0dXJuIHRleHQuc3BsaXQoL14oPz0jIyApL211KS5tYXAoKHBhcnQpID0+ICh7XG4gICAgaGVhZGluZzogL14jIyAoLispJC9tdS5leGVjKHBhcnQpPy5bMV0gPz8gJycsXG4gICAgdGV4dDogcGFydCxcbiAgfSkpO1xufVxuXG4vKiogTWFrZXMgSFRNTCBvZiBhIGxpbmUgb2YgdGhlIFJFQURNRTogY29kZSwgZW1waGFzaXMsIGFuZCBsaW5rcyBhcyB0aGVpciB0ZXh0LiAqL1xuZnVuY3Rpb24gdG9IdG1sKGxpbmUpIHtcbiAgcmV0dXJuIGxpbmVcbiAgICAucmVwbGFjZUFsbCgnPCcsICcmbHQ7JylcbiAgICAucmVwbGFjZUFsbCgvXFxbKFteXFxdXSopXFxdXFwoW14pXSpcXCkvZ3UsICckMScpXG4gICAgLnJlcGxhY2VBbGwoL2AoW15gXSopYC9ndSwgJzxjb2RlPiQxPC9jb2RlPicpXG4gICAgLnJlcGxhY2VBbGwoL18oW15fXSspXy9ndSwgJzxlbT4kMTwvZW0+Jyk7XG59XG4iLCAiY29uc3QgX192aXRlX2luamVjdGVkX29yaWdpbmFsX2Rpcm5hbWUgPSBcIi90bXAvaC9kMy9zaXRlXCI7Y29uc3QgX192aXRlX2luamVjdGVkX29yaWdpbmFsX2ZpbGVuYW1lID0gXCIvdG1wL2gvZDMvc2l0ZS9wYWdlcy5qc1wiO2NvbnN0IF9fdml0ZV9pbmplY3RlZF9vcmlnaW5hbF9pbXBvcnRfbWV0YV91cmwgPSBcImZpbGU6Ly8vdG1wL2gvZDMvc2l0ZS9wYWdlcy5qc1wiOy8vIFdoaWNoIE1hcmtkb3duIGZpbGVzIG9mIHRoZSByZXBvc2l0b3J5IGFyZSBwYWdlcywgYW5kIHRoZSBhZGRyZXNzIG9mIGVhY2ggb24gdGhlIHNpdGUuXG5pbXBvcnQgeyBleGlzdHNTeW5jLCBnbG9iU3luYywgcmVhZEZpbGVTeW5jLCBzdGF0U3luYyB9IGZyb20gJ25vZGU6ZnMnO1xuaW1wb3J0IHsgZGlybmFtZSwgam9pbiwgbm9ybWFsaXplLCByZWxhdGl2ZSB9IGZyb20gJ25vZGU6cGF0aCc7XG5pbXBvcnQgeyBmaWxlVVJMVG9QYXRoIH0gZnJvbSAnbm9kZTp1cmwnO1xuXG5leHBvcnQgY29uc3QgV09SS1NQQUNFID0gZmlsZVVSTFRvUGF0aChuZXcgVVJMKCcuLicsIGltcG9ydC5tZXRhLnVybCkpO1xuXG4vKiogVGhlIGZvbGRlciBvZiB0aGUgcGFnZSB0aGF0IHNob3dzIGEgZmlsZSwgb25jZSBmb3IgZXZlcnkgZmlsZSB0aGF0IGEgcGFnZSBsaW5rcyB0by4gKi9cbmNvbnN0IEZJTEVTID0gJ3NpdGUvZmlsZXMnO1xuXG4vKiogVGhlIE1hcmtkb3duIGZpbGVzIHRoYXQgYXJlIHBhZ2VzLCBieSB0aGVpciBwYXRocyBmcm9tIHRoZSByb290IG9mIHRoZSB3b3Jrc3BhY2UuICovXG5leHBvcnQgY29uc3QgUEFHRVMgPSBuZXcgU2V0KFxuICBnbG9iU3luYyhbJyoubWQnLCAne2FwcHMsZG9jcyxzY2hlbWFzLHRlc3R9LyoqLyoubWQnXSwge1xuICAgIGN3ZDogV09SS1NQQUNFLFxuICAgIGV4Y2x1ZGU6IFsnKiovbm9kZV9tb2R1bGVzLyoqJ10sXG4gIH0pLFxuKTtcblxuLyoqXG4gKiBSZXR1cm5zIHRoZSBwYXRoIGF0IHdoaWNoIGEgTWFya2Rvd24gZmlsZSBiZWNvbWVzIGEgcGFnZS4gRm9sZGVycyBhbmQgbGlua3Mgc3RheSBhcyB0aGV5IGFyZSBpblxuICogdGhlIHJlcG9zaXRvcnk7IHRoZSBmaWxlIHRoYXQgR2l0SHViIHNob3dzIGZvciBhIGZvbGRlciBpcyB0aGUgcGFnZSBvZiB0aGUgZm9sZGVyLlxuICpcbiAqIEBwYXJhbSB7c3RyaW5nfSBwYXRoXG4gKi9cbmV4cG9ydCBmdW5jdGlvbiByZXdyaXRlUGF0aChwYXRoKSB7XG4gIGlmIChwYXRoLnN0YXJ0c1dpdGgoYCR7RklMRVN9L2ApKSByZXR1cm4gcGF0aC5yZXBsYWNlKCdzaXRlLycsICcnKTtcbiAgcmV0dXJuIHBhdGgucmVwbGFjZSgvKF58XFwvKVJFQURNRVxcLm1kJC91LCAnJDFpbmRleC5tZCcpO1xufVxuXG4vKipcbiAqIFJldHVybnMgdGhlIGFkZHJlc3Mgb2YgYSBmaWxlIG9uIHRoZSBzaXRlLCBiZWdpbm5pbmcgd2l0aCBhIHNsYXNoLlxuICpcbiAqIEBwYXJhbSB7c3RyaW5nfSBwYXRoIEEgcGFnZSwgb3IgYW5vdGhlciBmaWxlIG9mIHRoZSByZXBvc2l0b3J5LlxuICovXG5leHBvcnQgZnVuY3Rpb24gdG9BZGRyZXNzKHBhdGgpIHtcbiAgaWYgKCFQQUdFUy5oYXMocGF0aCkpIHJldHVybiBgL2ZpbGVzLyR7dG9GaWxlUGFnZShwYXRoKX0uaHRtbGA7XG4gIHJldHVybiBgLyR7cmV3cml0ZVBhdGgocGF0aClcbiAgICAucmVwbGFjZSgvKF58XFwvKWluZGV4XFwubWQkL3UsICckMScpXG4gICAgLnJlcGxhY2UoL1xcLm1kJC91LCAnLmh0bWwnKX1gO1xufVxuXG4vKipcbiAqIFJldHVybnMgdGhlIHBhdGggb2YgdGhlIHBhZ2UgdGhhdCBzaG93cyBhIGZpbGUuIFRoZSBuYW1lcyBvZiBpbmRleGVzIGFyZSBjaGFuZ2VkLCBiZWNhdXNlIHRoZVxuICogZ2VuZXJhdG9yIHdvdWxkIHRha2UgdGhlIHBhZ2UgZm9yIHRoYXQgb2YgdGhlIGZvbGRlci5cbiAqXG4gKiBAcGFyYW0ge3N0cmluZ30gcGF0aFxuICovXG5leHBvcnQgZnVuY3Rpb24gdG9GaWxlUGFnZShwYXRoKSB7XG4gIHJldHVybiBwYXRoLnJlcGxhY2UoLyhSRUFETUV8aW5kZXgpXFwuKFxcdyspJC91LCAnJDEtJDInKTtcbn1cblxuLyoqXG4gKiBGaW5kcyB0aGUgZmlsZSB0aGF0IGEgcGFnZSBsaW5rcyB0by5cbiAqXG4gKiBAcGFyYW0ge3N0cmluZ30gZnJvbSBUaGUgcGF0aCBvZiB0aGUgcGFnZS5cbiAqIEBwYXJhbSB7c3RyaW5nfSBocmVmIFJlbGF0aXZlLCB3aXRob3V0IGEgZnJhZ21lbnQuXG4gKiBAcmV0dXJucyB7c3RyaW5nIHwgdW5kZWZpbmVkfSBJdHMgcGF0aC4gYHVuZGVmaW5lZGA6IHRoZXJlIGlzIG5vIHN1Y2ggZmlsZS5cbiAqL1xuZXhwb3J0IGZ1bmN0aW9uIGxvY2F0ZShmcm9tLCBocmVmKSB7XG4gIGNvbnN0IHBhdGggPSBub3JtYWxpemUoam9pbihkaXJuYW1lKGZyb20pLCBkZWNvZGVVUkkoaHJlZikpKTtcbiAgY29uc3QgZnVsbCA9IGpvaW4oV09SS1NQQUNFLCBwYXRoKTtcbiAgaWYgKHBhdGguc3RhcnRzV2l0aCgnLi4nKSB8fCAhZXhpc3RzU3luYyhmdWxsKSkgcmV0dXJuIHVuZGVmaW5lZDtcbiAgaWYgKCFpc0ZvbGRlcihwYXRoKSkgcmV0dXJuIHBhdGg7XG4gIGNvbnN0IGluZGV4ID0gam9pbihwYXRoLCAnUkVBRE1FLm1kJyk7XG4gIHJldHVybiBQQUdFUy5oYXMoaW5kZXgpID8gaW5kZXggOiBwYXRoLnJlcGxhY2UoL1xcLyQvdSwgJycpO1xufVxuXG4vKiogVHJ1ZSBmb3IgdGhlIHBhdGggb2YgYSBmb2xkZXIgb2YgdGhlIHJlcG9zaXRvcnkuICovXG5leHBvcnQgZnVuY3Rpb24gaXNGb2xkZXIocGF0aCkge1xuICByZXR1cm4gc3RhdFN5bmMoam9pbihXT1JLU1BBQ0UsIHBhdGgpKS5pc0RpcmVjdG9yeSgpO1xufVxuXG4vKiogTGlzdHMgdGhlIGZpbGVzIGluIGEgZm9sZGVyIHRoYXQgaXMgc2hvd24sIGJ5IHRoZWlyIHBhdGhzIGZyb20gdGhlIHJvb3Qgb2YgdGhlIHdvcmtzcGFjZS4gKi9cbmV4cG9ydCBmdW5jdGlvbiBsaXN0Rm9sZGVyKHBhdGgpIHtcbiAgcmV0dXJuIGdsb2JTeW5jKCcqKi8qJywgeyBjd2Q6IGpvaW4oV09SS1NQQUNFLCBwYXRoKSwgZXhjbHVkZTogWydub2RlX21vZHVsZXMnLCAnZGlzdCddIH0pXG4gICAgLm1hcCgobmFtZSkgPT4gam9pbihwYXRoLCBuYW1lKS5yZXBsYWNlQWxsKCdcXFxcJywgJy8nKSlcbiAgICAuZmlsdGVyKChvbmUpID0+ICFpc0ZvbGRlcihvbmUpKVxuICAgIC50b1NvcnRlZCgob25lLCBvdGhlcikgPT4gb25lLmxvY2FsZUNvbXBhcmUob3RoZXIsICdlbicpKTtcbn1cblxuLyoqIExpc3RzIHRoZSBmaWxlcyBhbmQgZm9sZGVycyB0aGF0IHBhZ2VzIGxpbmsgdG8gYW5kIHRoYXQgYXJlIG5vIHBhZ2VzLCBzdWNoIGFzIGV4YW1wbGVzLiAqL1xuZXhwb3J0IGZ1bmN0aW9uIGxpc3RMaW5rZWRGaWxlcygpIHtcbiAgY29uc3QgZm91bmQgPSBuZXcgU2V0KCk7XG4gIGZvciAoY29uc3QgcGFnZSBvZiBQQUdFUykge1xuICAgIGNvbnN0IHRleHQgPSByZWFkRmlsZVN5bmMoam9pbihXT1JLU1BBQ0UsIHBhZ2UpLCAndXRmOCcpO1xuICAgIGZvciAoY29uc3QgWywgaHJlZl0gb2YgdGV4dC5tYXRjaEFsbCgvW14hXVxcW1teXFxdXSpcXF1cXCgoW14pI1xcc10rKVteKV0qXFwpL2d1KSkge1xuICAgICAgY29uc3QgcGF0aCA9IC9eXFx3KzovdS50ZXN0KGhyZWYpID8gdW5kZWZpbmVkIDogbG9jYXRlKHBhZ2UsIGhyZWYpO1xuICAgICAgaWYgKHBhdGggPT09IHVuZGVmaW5lZCB8fCBQQUdFUy5oYXMocGF0aCkpIGNvbnRpbnVlO1xuICAgICAgZm91bmQuYWRkKHBhdGgpO1xuICAgICAgY29uc3QgaW5zaWRlID0gaXNGb2xkZXIocGF0aCkgPyBsaXN0Rm9sZGVyKHBhdGgpIDogW107XG4gICAgICBmb3IgKGNvbnN0IGZpbGUgb2YgaW5zaWRlKSBpZiAoIVBBR0VTLmhhcyhmaWxlKSkgZm91bmQuYWRkKGZpbGUpO1xuICAgIH1cbiAgfVxuICByZXR1cm4gWy4uLmZvdW5kXS50b1NvcnRlZCgob25lLCBvdGhlcikgPT4gb25lLmxvY2FsZUNvbXBhcmUob3RoZXIsICdlbicpKTtcbn1cblxuLyoqXG4gKiBSZXR1cm5zIHRoZSBwYXRoIG9mIGEgcGFnZSBpbiB0aGUgcmVwb3NpdG9yeS5cbiAqXG4gKiBAcGFyYW0ge3N0cmluZ30gZmlsZSBJdHMgZnVsbCBwYXRoLCB3aGljaCBtYXkgYmUgdGhlIG9uZSBvZiB0aGUgcGFnZSBvbiB0aGUgc2l0ZS5cbiAqL1xuZXhwb3J0IGZ1bmN0aW9uIHRvUGF0aChmaWxlKSB7XG4gIGNvbnN0IHBhdGggPSByZWxhdGl2ZShXT1JLU1BBQ0UsIGZpbGUpLnJlcGxhY2VBbGwoJ1xcXFwnLCAnLycpO1xuICBjb25zdCBpbmRleCA9IHBhdGgucmVwbGFjZSgvKF58XFwvKWluZGV4XFwubWQkL3UsICckMVJFQURNRS5tZCcpO1xuICByZXR1cm4gUEFHRVMuaGFzKGluZGV4KSA/IGluZGV4IDogcGF0aDtcbn1cbiIsICJjb25zdCBfX3ZpdGVfaW5qZWN0ZWRfb3JpZ2luYWxfZGlybmFtZSA9IFwiL3RtcC9oL2QzL3NpdGUvbWFya2Rvd25cIjtjb25zdCBfX3ZpdGVfaW5qZWN0ZWRfb3JpZ2luYWxfZmlsZW5hbWUgPSBcIi90bXAvaC9kMy9zaXRlL21hcmtkb3duL2NoZWNrLW5hbWVzLmpzXCI7Y29uc3QgX192aXRlX2luamVjdGVkX29yaWdpbmFsX2ltcG9ydF9tZXRhX3VybCA9IFwiZmlsZTovLy90bXAvaC9kMy9zaXRlL21hcmtkb3duL2NoZWNrLW5hbWVzLmpzXCI7aW1wb3J0IHsgZXhpc3RzU3luYywgZ2xvYlN5bmMsIHJlYWRGaWxlU3luYyB9IGZyb20gJ25vZGU6ZnMnO1xuaW1wb3J0IHsgam9pbiB9IGZyb20gJ25vZGU6cGF0aCc7XG5pbXBvcnQgeyBQQUdFUywgdG9QYXRoLCBXT1JLU1BBQ0UgfSBmcm9tICcuLi9wYWdlcy5qcyc7XG5pbXBvcnQgeyBLTk9XTl9OQU1FUyB9IGZyb20gJy4va25vd24tbmFtZXMuanMnO1xuaW1wb3J0IHsgbGlzdEV4cG9ydGVkIH0gZnJvbSAnLi9yZWZlcmVuY2UuanMnO1xuaW1wb3J0IHsgd2Fsa0lubGluZSB9IGZyb20gJy4vdG9rZW5zLmpzJztcblxuY29uc3QgU09VUkNFUyA9XG4gICd7cGFja2FnZXMsYXBwcyxzY3JpcHRzLHRlc3Qsc2NoZW1hc30vKiovKi57dHMsdHN4LGpzLGNqcyxqc29uLHlhbWwseW1sLGNzcyxodG1sLHByb3RvfSc7XG5cbi8qKiBDb2RlIHRoYXQgaXMgb25lIG5hbWUgb2YgYSBmdW5jdGlvbiwgYSB0eXBlLCBhbiBvcHRpb24gb3IgYSB2YXJpYWJsZSBvZiB0aGUgZW52aXJvbm1lbnQuICovXG5jb25zdCBOQU1FID0gL14oKD86W2Etel0rW0EtWl18W0EtWl1bYS16MC05XSpbYS16XVtBLVpdfFtBLVpdK18pXFx3KikoPzpcXChcXCkpPyQvdTtcblxuLyoqIENvZGUgdGhhdCBpcyBhIHBhdGggaW4gdGhlIHJlcG9zaXRvcnkuICovXG5jb25zdCBQQVRIID0gL14oPzphcHBzfGRvY3N8cGFja2FnZXN8c2NoZW1hc3xzY3JpcHRzfHNpdGV8dGVzdClcXC9bXFx3Li8tXSskL3U7XG5cbmNvbnN0IElNUE9SVCA9IC9pbXBvcnQgKD86dHlwZSApP1xceyhbXn1dKilcXH0gZnJvbSAnKEBmb3Jtd29ya1xcL1teJ10rKScvZ3U7XG5cbi8qKiBQYWdlcyB0aGF0IHRlbGwgb2Ygd2hhdCB3YXMsIGFuZCB0aG9zZSB0aGF0IGFyZSBtYWRlIG9mIHRoZSBzb3VyY2VzIHRoZW1zZWx2ZXMuICovXG5jb25zdCBFWEVNUFQgPSAvXkNIQU5HRUxPR1xcLm1kJHxeZG9jc1xcL3JlZmVyZW5jZVxcL3xec2l0ZVxcLy91O1xuXG4vKipcbiAqIEZpbmRzIG5hbWVzIGFuZCBwYXRocyB0aGF0IHRleHRzIG1lbnRpb24gYW5kIHRoYXQgZG8gbm90IGV4aXN0LCBhbmQgaW1wb3J0cyBvZiBuYW1lcyB0aGF0IGFcbiAqIHBhY2thZ2UgZG9lcyBub3QgZXhwb3J0LlxuICpcbiAqIEBwYXJhbSB7aW1wb3J0KCd2aXRlcHJlc3MnKS5NYXJrZG93blJlbmRlcmVyfSBtZFxuICogQHBhcmFtIHtpbXBvcnQoJy4vZmF1bHRzLmpzJykuRmF1bHRzfSBmYXVsdHNcbiAqL1xuZXhwb3J0IGZ1bmN0aW9uIGNoZWNrTmFtZXMobWQsIGZhdWx0cykge1xuICBjb25zdCB3b3JkcyA9IHJlYWRXb3JkcygpO1xuICBjb25zdCBleHBvcnRlZCA9IGxpc3RFeHBvcnRlZCgpO1xuICBtZC5jb3JlLnJ1bGVyLnB1c2goJ2NoZWNrLW5hbWVzJywgKHsgdG9rZW5zLCBlbnYgfSkgPT4ge1xuICAgIGNvbnN0IHBhZ2UgPSB0b1BhdGgoZW52LnBhdGgpO1xuICAgIGlmICghUEFHRVMuaGFzKHBhZ2UpIHx8IEVYRU1QVC50ZXN0KHBhZ2UpKSByZXR1cm47XG4gICAgd2Fsa0lubGluZSh0b2tlbnMsICh7IHR5cGUsIGNvbnRlbnQgfSkgPT4ge1xuICAgICAgaWYgKHR5cGUgIT09ICdjb2RlX2lubGluZScpIHJldHVybjtcbiAgICAgIGNvbnN0IFssIG5hbWVdID0gTkFNRS5leGVjKGNvbnRlbnQpID8/IFtdO1xuICAgICAgaWYgKG5hbWUgIT09IHVuZGVmaW5lZCAmJiAhd29yZHMuaGFzKG5hbWUpICYmICFLTk9XTl9OQU1FUy5oYXMobmFtZSkpXG4gICAgICAgIGZhdWx0cy5hZGQocGFnZSwgYG1lbnRpb25zICR7bmFtZX0sIHdoaWNoIG11c3QgYmUgYSBuYW1lIGluIHRoZSBzb3VyY2VzYCk7XG4gICAgICBpZiAoUEFUSC50ZXN0KGNvbnRlbnQpICYmICFleGlzdHNTeW5jKGpvaW4oV09SS1NQQUNFLCBjb250ZW50KSkpXG4gICAgICAgIGZhdWx0cy5hZGQocGFnZSwgYG1lbnRpb25zICR7Y29udGVudH0sIHdoaWNoIG11c3QgYmUgYSBmaWxlIG9yIGEgZm9sZGVyYCk7XG4gICAgfSk7XG4gICAgZm9yIChjb25zdCB7IHR5cGUsIGNvbnRlbnQgfSBvZiB0b2tlbnMpXG4gICAgICBpZiAodHlwZSA9PT0gJ2ZlbmNlJykgY2hlY2tJbXBvcnRzKGNvbnRlbnQsIHsgcGFnZSwgZXhwb3J0ZWQsIGZhdWx0cyB9KTtcbiAgfSk7XG59XG5cbmZ1bmN0aW9uIGNoZWNrSW1wb3J0cyhjb2RlLCB7IHBhZ2UsIGV4cG9ydGVkLCBmYXVsdHMgfSkge1xuICBmb3IgKGNvbnN0IFssIGxpc3QsIHNwZWNpZmllcl0gb2YgY29kZS5tYXRjaEFsbChJTVBPUlQpKSB7XG4gICAgY29uc3QgbmFtZXMgPSBleHBvcnRlZC5nZXQoc3BlY2lmaWVyKTtcbiAgICBmb3IgKGNvbnN0IHBhcnQgb2YgbmFtZXMgPT09IHVuZGVmaW5lZCA/IFtdIDogbGlzdC5zcGxpdCgnLCcpKSB7XG4gICAgICBjb25zdCBbbmFtZV0gPSBwYXJ0XG4gICAgICAgIC50cmltKClcbiAgICAgICAgLnJlcGxhY2UoL150eXBlIC91LCAnJylcbiAgICAgICAgLnNwbGl0KCcgYXMgJyk7XG4gICAgICBpZiAobmFtZSAhPT0gJycgJiYgIW5hbWVzLmhhcyhuYW1lKSlcbiAgICAgICAgZmF1bHRzLmFkZChwYWdlLCBgaW1wb3J0cyAke25hbWV9LCB3aGljaCAke3NwZWNpZmllcn0gbXVzdCBleHBvcnRgKTtcbiAgICB9XG4gIH1cbn1cblxuLyoqIENvbGxlY3RzIHRoZSB3b3JkcyBvZiBhbGwgc291cmNlcyBhbmQgdGVzdHMuICovXG5mdW5jdGlvbiByZWFkV29yZHMoKSB7XG4gIGNvbnN0IHBhdGhzID0gZ2xvYlN5bmMoU09VUkNFUywge1xuICAgIGN3ZDogV09SS1NQQUNFLFxuICAgIGV4Y2x1ZGU6IFsnKiovbm9kZV9tb2R1bGVzJywgJyoqL2Rpc3QnXSxcbiAgfSk7XG4gIGNvbnN0IHdvcmRzID0gbmV3IFNldCgpO1xuICBmb3IgKGNvbnN0IHBhdGggb2YgcGF0aHMpXG4gICAgZm9yIChjb25zdCB3b3JkIG9mIHJlYWRGaWxlU3luYyhqb2luKFdPUktTUEFDRSwgcGF0aCksICd1dGY4JykubWF0Y2goL1tBLVphLXpfXVxcdyovZ3UpID8/IFtdKVxuICAgICAgd29yZHMuYWRkKHdvcmQpO1xuICByZXR1cm4gd29yZHM7XG59XG4iLCAiY29uc3QgX192aXRlX2luamVjdGVkX29yaWdpbmFsX2Rpcm5hbWUgPSBcIi90bXAvaC9kMy9zaXRlL21hcmtkb3duXCI7Y29uc3QgX192aXRlX2luamVjdGVkX29yaWdpbmFsX2ZpbGVuYW1lID0gXCIvdG1wL2gvZDMvc2l0ZS9tYXJrZG93bi9rbm93bi1uYW1lcy5qc1wiO2NvbnN0IF9fdml0ZV9pbmplY3RlZF9vcmlnaW5hbF9pbXBvcnRfbWV0YV91cmwgPSBcImZpbGU6Ly8vdG1wL2gvZDMvc2l0ZS9tYXJrZG93bi9rbm93bi1uYW1lcy5qc1wiOy8qKlxuICogTmFtZXMgdGhhdCB0ZXh0cyBtZW50aW9uIGFuZCB0aGF0IGFyZSBub3doZXJlIGluIHRoZSBzb3VyY2VzOiB0aG9zZSBvZiBvdGhlciBwcm9qZWN0cywgYW5kIHRob3NlXG4gKiB0aGF0IGEgcmVhZGVyIG1ha2VzIHVwLlxuICovXG5leHBvcnQgY29uc3QgS05PV05fTkFNRVMgPSBuZXcgU2V0KFtcbiAgJ0FMSUFTX1NLSUxMJyxcbiAgJ0FMSUFTX1NLSUxMX1NDSEVNQScsXG4gICdBTElBU19hc2snLFxuICAnRGVmYXVsdFB1c2hOb3RpZmljYXRpb25TZW5kZXInLFxuICAnRk9STVdPUktfVE9LRU5fU0hPUCcsXG4gICdmcm9tTm9kZVByb3ZpZGVyQ2hhaW4nLFxuICAnbWNwU2VydmVycycsXG4gICdtb2R1bGVSZXNvbHV0aW9uJyxcbiAgJ3BlcnNvblYyJyxcbiAgJ3NlcnZlckluZm8nLFxuICAnc3RhcnREZWxheScsXG4gICdzdGFydFRvQ2xvc2VUaW1lb3V0JyxcbiAgJ3ZhbGlkYXRlSW5wdXRNb2RlcycsXG5dKTtcbiIsICJjb25zdCBfX3ZpdGVfaW5qZWN0ZWRfb3JpZ2luYWxfZGlybmFtZSA9IFwiL3RtcC9oL2QzL3NjcmlwdHMvcmVmZXJlbmNlXCI7Y29uc3QgX192aXRlX2luamVjdGVkX29yaWdpbmFsX2ZpbGVuYW1lID0gXCIvdG1wL2gvZDMvc2NyaXB0cy9yZWZlcmVuY2UvcmVhZC1hcGkuanNcIjtjb25zdCBfX3ZpdGVfaW5qZWN0ZWRfb3JpZ2luYWxfaW1wb3J0X21ldGFfdXJsID0gXCJmaWxlOi8vL3RtcC9oL2QzL3NjcmlwdHMvcmVmZXJlbmNlL3JlYWQtYXBpLmpzXCI7Ly8gUmVhZHMgdGhlIHB1YmxpYyBuYW1lcyBvZiBhbGwgcGFja2FnZXMgZnJvbSB0aGVpciBzb3VyY2VzOiB3aGF0IGVhY2ggaXMsIGl0cyBkb2NibG9jayBhbmQgaXRzXG4vLyBkZWNsYXJhdGlvbi5cbmltcG9ydCB7IGV4aXN0c1N5bmMsIGdsb2JTeW5jLCByZWFkRmlsZVN5bmMgfSBmcm9tICdub2RlOmZzJztcbmltcG9ydCB7IGRpcm5hbWUsIGpvaW4sIG5vcm1hbGl6ZSB9IGZyb20gJ25vZGU6cGF0aCc7XG5pbXBvcnQgeyBwYXJzZVN5bmMgfSBmcm9tICdyb2xsZG93bi91dGlscyc7XG5pbXBvcnQgeyBXT1JLU1BBQ0UgfSBmcm9tICcuLi93aGVuLWNoYW5nZWQuanMnO1xuaW1wb3J0IHsgcHJpbnREZWNsYXJhdGlvbiB9IGZyb20gJy4vcHJpbnQtZGVjbGFyYXRpb24uanMnO1xuXG4vKipcbiAqIEB0eXBlZGVmIHtvYmplY3R9IE5hbWUgQSBuYW1lIHRoYXQgYSBwYWNrYWdlIGV4cG9ydHMuXG4gKiBAcHJvcGVydHkge3N0cmluZ30gbmFtZVxuICogQHByb3BlcnR5IHsnZnVuY3Rpb24nIHwgJ2NsYXNzJyB8ICd2YWx1ZScgfCAndHlwZSd9IGtpbmRcbiAqIEBwcm9wZXJ0eSB7c3RyaW5nfSBkb2MgVGhlIHRleHQgb2YgaXRzIGRvY2Jsb2NrLCB3aXRob3V0IHN0YXJzLiBFbXB0eSB3aXRob3V0IG9uZS5cbiAqIEBwcm9wZXJ0eSB7c3RyaW5nfSBjb2RlIEl0cyBkZWNsYXJhdGlvbiBpbiBUeXBlU2NyaXB0LCB3aXRob3V0IHRoZSBib2RpZXMgb2YgZnVuY3Rpb25zLlxuICogQHByb3BlcnR5IHtzdHJpbmd9IHBhdGggVGhlIGZpbGUgdGhhdCBkZWNsYXJlcyBpdC5cbiAqIEBwcm9wZXJ0eSB7c3RyaW5nIHwgdW5kZWZpbmVkfSBvZiBUaGUgcGFja2FnZSB0aGF0IGRlY2xhcmVzIGl0LCBpZiB0aGF0IGlzIGFub3RoZXIgb25lLlxuICpcbiAqIEB0eXBlZGVmIHtvYmplY3R9IEVudHJ5IFdoYXQgb25lIGltcG9ydCBzcGVjaWZpZXIgZ2l2ZXMuXG4gKiBAcHJvcGVydHkge3N0cmluZ30gc3BlY2lmaWVyIGBAZm9ybXdvcmsvcnVudGltZS9zcWxpdGVgXG4gKiBAcHJvcGVydHkge3JlYWRvbmx5IE5hbWVbXX0gbmFtZXMgSW4gdGhlIG9yZGVyIG9mIHRoZSBhbHBoYWJldC5cbiAqXG4gKiBAdHlwZWRlZiB7b2JqZWN0fSBQYWNrYWdlXG4gKiBAcHJvcGVydHkge3N0cmluZ30gbmFtZSBgcnVudGltZWBcbiAqIEBwcm9wZXJ0eSB7c3RyaW5nfSB0aXRsZSBgQGZvcm13b3JrL3J1bnRpbWVgXG4gKiBAcHJvcGVydHkge3N0cmluZ30gZGVzY3JpcHRpb25cbiAqIEBwcm9wZXJ0eSB7cmVhZG9ubHkgRW50cnlbXX0gZW50cmllcyBUaGUgcm9vdCBmaXJzdC5cbiAqL1xuXG4vKiogRW50cmllcyB0aGF0IGFyZSBmb3IgdGhlIHBhY2thZ2VzIG9mIHRoaXMgd29ya3NwYWNlIGFsb25lLiAqL1xuY29uc3QgSU5URVJOQUwgPSAnLi9pbnRlcm5hbCc7XG5cbmNvbnN0IEtJTkRTID0ge1xuICBGdW5jdGlvbkRlY2xhcmF0aW9uOiAnZnVuY3Rpb24nLFxuICBUU0RlY2xhcmVGdW5jdGlvbjogJ2Z1bmN0aW9uJyxcbiAgQ2xhc3NEZWNsYXJhdGlvbjogJ2NsYXNzJyxcbiAgVmFyaWFibGVEZWNsYXJhdGlvbjogJ3ZhbHVlJyxcbn07XG5cbi8qKlxuICogUmVhZHMgdGhlIHB1YmxpYyBuYW1lcyBvZiBhbGwgcGFja2FnZXMuXG4gKlxuICogQHJldHVybnMge3JlYWRvbmx5IFBhY2thZ2VbXX1cbiAqL1xuZXhwb3J0IGZ1bmN0aW9uIHJlYWRBcGkoKSB7XG4gIGNvbnN0IG1hbmlmZXN0cyA9IG5ldyBNYXAoXG4gICAgZ2xvYlN5bmMoJ3BhY2thZ2VzLyovcGFja2FnZS5qc29uJywgeyBjd2Q6IFdPUktTUEFDRSB9KVxuICAgICAgLnRvU29ydGVkKClcbiAgICAgIC5tYXAoKHBhdGgpID0+IFtkaXJuYW1lKHBhdGgpLCBKU09OLnBhcnNlKHJlYWQocGF0aCkpXSksXG4gICk7XG4gIGNvbnN0IG1vZHVsZXMgPSBjcmVhdGVNb2R1bGVzKG1hbmlmZXN0cyk7XG4gIHJldHVybiBbLi4ubWFuaWZlc3RzXS5tYXAoKFtmb2xkZXIsIG1hbmlmZXN0XSkgPT4gKHtcbiAgICBuYW1lOiBmb2xkZXIuc3BsaXQoJy8nKVsxXSxcbiAgICB0aXRsZTogbWFuaWZlc3QubmFtZSxcbiAgICBkZXNjcmlwdGlvbjogbWFuaWZlc3QuZGVzY3JpcHRpb24sXG4gICAgZW50cmllczogbGlzdEVudHJpZXMobWFuaWZlc3QpLm1hcCgoeyBzcGVjaWZpZXIsIHNvdXJjZSB9KSA9PiAoe1xuICAgICAgc3BlY2lmaWVyLFxuICAgICAgbmFtZXM6IGxpc3ROYW1lcyhqb2luKGZvbGRlciwgc291cmNlKSwgbW9kdWxlcyksXG4gICAgfSkpLFxuICB9KSk7XG59XG5cbi8qKiBSZWFkcyBhIGZpbGUgb2YgdGhlIHdvcmtzcGFjZS4gKi9cbmZ1bmN0aW9uIHJlYWQocGF0aCkge1xuICByZXR1cm4gcmVhZEZpbGVTeW5jKGpvaW4oV09SS1NQQUNFLCBwYXRoKSwgJ3V0ZjgnKTtcbn1cblxuLyoqIExpc3RzIHRoZSBwdWJsaWMgZW50cmllcyBvZiBhIHBhY2thZ2Ugd2hvc2Ugc291cmNlcyBhcmUgVHlwZVNjcmlwdC4gKi9cbmZ1bmN0aW9uIGxpc3RFbnRyaWVzKHsgbmFtZSwgZXhwb3J0cyA9IHt9IH0pIHtcbiAgcmV0dXJuIE9iamVjdC5lbnRyaWVzKGV4cG9ydHMpXG4gICAgLmZpbHRlcigoW3BhdGhdKSA9PiBwYXRoICE9PSBJTlRFUk5BTClcbiAgICAubWFwKChbcGF0aCwgdGFyZ2V0XSkgPT4gKHtcbiAgICAgIHNwZWNpZmllcjogam9pbihuYW1lLCBwYXRoKSxcbiAgICAgIHNvdXJjZTogdGFyZ2V0WydAZm9ybXdvcmsvc291cmNlJ10sXG4gICAgfSkpXG4gICAgLmZpbHRlcigoeyBzb3VyY2UgfSkgPT4gc291cmNlICE9PSB1bmRlZmluZWQpO1xufVxuXG4vKiogTWFrZXMgYSByZWFkZXIgb2YgbW9kdWxlcywgZWFjaCByZWFkIG9uY2UsIHRoYXQga25vd3Mgd2hlcmUgbW9kdWxlcyBsaWUgdGhhdCBvdGhlcnMgbmFtZS4gKi9cbmZ1bmN0aW9uIGNyZWF0ZU1vZHVsZXMobWFuaWZlc3RzKSB7XG4gIGNvbnN0IHNlZW4gPSBuZXcgTWFwKCk7XG4gIHJldHVybiB7XG4gICAgcmVhZChwYXRoKSB7XG4gICAgICBjb25zdCBrbm93biA9IHNlZW4uZ2V0KHBhdGgpO1xuICAgICAgaWYgKGtub3duICE9PSB1bmRlZmluZWQpIHJldHVybiBrbm93bjtcbiAgICAgIGNvbnN0IHRleHQgPSByZWFkKHBhdGgpO1xuICAgICAgY29uc3QgeyBwcm9ncmFtLCBjb21tZW50cywgZXJyb3JzIH0gPSBwYXJzZVN5bmMocGF0aCwgdGV4dCk7XG4gICAgICBpZiAoZXJyb3JzLmxlbmd0aCA+IDApIHRocm93IG5ldyBFcnJvcihgQ2Fubm90IHJlYWQgJHtwYXRofTogJHtlcnJvcnNbMF0ubWVzc2FnZX1gKTtcbiAgICAgIGNvbnN0IG1vZHVsZSA9IHsgcGF0aCwgdGV4dCwgYm9keTogcHJvZ3JhbS5ib2R5LCBjb21tZW50cyB9O1xuICAgICAgc2Vlbi5zZXQocGF0aCwgbW9kdWxlKTtcbiAgICAgIHJldHVybiBtb2R1bGU7XG4gICAgfSxcbiAgICAvKiogUmV0dXJucyB0aGUgZmlsZSB0aGF0IGEgbW9kdWxlIG5hbWVzOyBgdW5kZWZpbmVkYCBmb3IgcGFja2FnZXMgb2Ygb3RoZXJzLiAqL1xuICAgIGxvY2F0ZShmcm9tLCB3YW50ZWQpIHtcbiAgICAgIGlmICh3YW50ZWQuc3RhcnRzV2l0aCgnLicpKSByZXR1cm4gZmluZEZpbGUobm9ybWFsaXplKGpvaW4oZGlybmFtZShmcm9tKSwgd2FudGVkKSkpO1xuICAgICAgaWYgKHdhbnRlZC5zdGFydHNXaXRoKCcjJykpIHtcbiAgICAgICAgY29uc3QgZm9sZGVyID0gZnJvbS5zcGxpdCgnLycpLnNsaWNlKDAsIDIpLmpvaW4oJy8nKTtcbiAgICAgICAgY29uc3QgdGFyZ2V0ID0gZmluZFNvdXJjZShtYW5pZmVzdHMuZ2V0KGZvbGRlcik/LmltcG9ydHM/Llt3YW50ZWRdKTtcbiAgICAgICAgcmV0dXJuIHRhcmdldCA9PT0gdW5kZWZpbmVkID8gdW5kZWZpbmVkIDogam9pbihmb2xkZXIsIHRhcmdldCk7XG4gICAgICB9XG4gICAgICBjb25zdCBbc2NvcGUsIG5hbWVdID0gd2FudGVkLnNwbGl0KCcvJyk7XG4gICAgICBjb25zdCBtYW5pZmVzdCA9IG1hbmlmZXN0cy5nZXQoYHBhY2thZ2VzLyR7bmFtZX1gKTtcbiAgICAgIGlmIChzY29wZSAhPT0gJ0Bmb3Jtd29yaycgfHwgbWFuaWZlc3QgPT09IHVuZGVmaW5lZCkgcmV0dXJuIHVuZGVmaW5lZDtcbiAgICAgIGNvbnN0IGVudHJ5ID0gd2FudGVkLnNsaWNlKGBAZm9ybXdvcmsvJHtuYW1lfWAubGVuZ3RoKTtcbiAgICAgIGNvbnN0IHNvdXJjZSA9IG1hbmlmZXN0LmV4cG9ydHNbYC4ke2VudHJ5fWBdPy5bJ0Bmb3Jtd29yay9zb3VyY2UnXTtcbiAgICAgIHJldHVybiBzb3VyY2UgPT09IHVuZGVmaW5lZCA/IHVuZGVmaW5lZCA6IGpvaW4oYHBhY2thZ2VzLyR7bmFtZX1gLCBzb3VyY2UpO1xuICAgIH0sXG4gIH07XG59XG5cbi8qKiBGaW5kcyB0aGUgVHlwZVNjcmlwdCBmaWxlIGFtb25nIHRoZSBjb25kaXRpb25zIG9mIGEgbmFtZSBpbiBgaW1wb3J0c2AuICovXG5mdW5jdGlvbiBmaW5kU291cmNlKHRhcmdldCkge1xuICBpZiAodHlwZW9mIHRhcmdldCA9PT0gJ3N0cmluZycpIHJldHVybiB0YXJnZXQuZW5kc1dpdGgoJy50cycpID8gdGFyZ2V0IDogdW5kZWZpbmVkO1xuICBmb3IgKGNvbnN0IG9uZSBvZiBPYmplY3QudmFsdWVzKHRhcmdldCA/PyB7fSkpIHtcbiAgICBjb25zdCBmb3VuZCA9IGZpbmRTb3VyY2Uob25lKTtcbiAgICBpZiAoZm91bmQgIT09IHVuZGVmaW5lZCkgcmV0dXJuIGZvdW5kO1xuICB9XG4gIHJldHVybiB1bmRlZmluZWQ7XG59XG5cbmZ1bmN0aW9uIGZpbmRGaWxlKHBhdGgpIHtcbiAgcmV0dXJuIFtwYXRoLCBwYXRoLnJlcGxhY2UoL1xcLmpzJC91LCAnLnRzJyldLmZpbmQoKG9uZSkgPT4gZXhpc3RzU3luYyhqb2luKFdPUktTUEFDRSwgb25lKSkpO1xufVxuXG4vKiogTGlzdHMgd2hhdCBhIG1vZHVsZSBleHBvcnRzLCBpbiB0aGUgb3JkZXIgb2YgdGhlIGFscGhhYmV0LiAqL1xuZnVuY3Rpb24gbGlzdE5hbWVzKHBhdGgsIG1vZHVsZXMpIHtcbiAgY29uc3QgaG91c2UgPSBwYXRoLnNwbGl0KCcvJylbMV07XG4gIGNvbnN0IG5hbWVzID0gWy4uLmxpc3RFeHBvcnRzKHBhdGgsIG1vZHVsZXMpXVxuICAgIC5tYXAoKFtuYW1lLCBvcmlnaW5dKSA9PiB0b05hbWUobmFtZSwgeyBvcmlnaW4sIGhvdXNlLCBtb2R1bGVzIH0pKVxuICAgIC5maWx0ZXIoKG9uZSkgPT4gb25lICE9PSB1bmRlZmluZWQpO1xuICByZXR1cm4gbmFtZXMudG9Tb3J0ZWQoKG9uZSwgb3RoZXIpID0+IG9uZS5uYW1lLmxvY2FsZUNvbXBhcmUob3RoZXIubmFtZSwgJ2VuJykpO1xufVxuXG5mdW5jdGlvbiB0b05hbWUobmFtZSwgeyBvcmlnaW4sIGhvdXNlLCBtb2R1bGVzIH0pIHtcbiAgY29uc3QgZm91bmQgPSBmaW5kRGVjbGFyYXRpb24ob3JpZ2luLCBtb2R1bGVzKTtcbiAgaWYgKGZvdW5kID09PSB1bmRlZmluZWQpIHJldHVybiB1bmRlZmluZWQ7XG4gIGNvbnN0IHsgbW9kdWxlLCBzdGF0ZW1lbnRzIH0gPSBmb3VuZDtcbiAgY29uc3Qgb3duZXIgPSBtb2R1bGUucGF0aC5zcGxpdCgnLycpWzFdO1xuICByZXR1cm4ge1xuICAgIG5hbWUsXG4gICAga2luZDogS0lORFNbc3RhdGVtZW50c1swXS5kZWNsYXJhdGlvbi50eXBlXSA/PyAndHlwZScsXG4gICAgZG9jOiBmaW5kRG9jYmxvY2sobW9kdWxlLCBzdGF0ZW1lbnRzWzBdKSxcbiAgICBjb2RlOiBwcmludERlY2xhcmF0aW9uKG1vZHVsZS50ZXh0LCBzdGF0ZW1lbnRzKSxcbiAgICBwYXRoOiBtb2R1bGUucGF0aCxcbiAgICBvZjogb3duZXIgPT09IGhvdXNlID8gdW5kZWZpbmVkIDogYEBmb3Jtd29yay8ke293bmVyfWAsXG4gIH07XG59XG5cbi8qKiBNYXBzIHRoZSBuYW1lcyB0aGF0IGEgbW9kdWxlIGV4cG9ydHMgdG8gdGhlIG1vZHVsZSBhbmQgdGhlIG5hbWUgdGhhdCB0aGV5IGNvbWUgZnJvbS4gKi9cbmZ1bmN0aW9uIGxpc3RFeHBvcnRzKHBhdGgsIG1vZHVsZXMpIHtcbiAgY29uc3QgeyBib2R5IH0gPSBtb2R1bGVzLnJlYWQocGF0aCk7XG4gIGNvbnN0IGZvdW5kID0gbmV3IE1hcCgpO1xuICBmb3IgKGNvbnN0IHN0YXRlbWVudCBvZiBib2R5KSB7XG4gICAgY29uc3QgeyB0eXBlLCBzb3VyY2UsIGRlY2xhcmF0aW9uLCBzcGVjaWZpZXJzID0gW10gfSA9IHN0YXRlbWVudDtcbiAgICBpZiAodHlwZSA9PT0gJ0V4cG9ydEFsbERlY2xhcmF0aW9uJykge1xuICAgICAgY29uc3QgZnJvbSA9IG1vZHVsZXMubG9jYXRlKHBhdGgsIHNvdXJjZS52YWx1ZSk7XG4gICAgICBpZiAoZnJvbSAhPT0gdW5kZWZpbmVkKVxuICAgICAgICBmb3IgKGNvbnN0IFtuYW1lLCBvcmlnaW5dIG9mIGxpc3RFeHBvcnRzKGZyb20sIG1vZHVsZXMpKSBmb3VuZC5zZXQobmFtZSwgb3JpZ2luKTtcbiAgICB9XG4gICAgaWYgKHR5cGUgIT09ICdFeHBvcnROYW1lZERlY2xhcmF0aW9uJykgY29udGludWU7XG4gICAgZm9yIChjb25zdCB7IGxvY2FsLCBleHBvcnRlZCB9IG9mIHNwZWNpZmllcnMpIHtcbiAgICAgIGNvbnN0IHdhbnRlZCA9IHNvdXJjZSA9PT0gbnVsbCA/IGZpbmRJbXBvcnQoYm9keSwgbG9jYWwubmFtZSkgOiB7IHNvdXJjZSwgbmFtZTogbG9jYWwubmFtZSB9O1xuICAgICAgY29uc3QgZnJvbSA9IHdhbnRlZCA9PT0gdW5kZWZpbmVkID8gcGF0aCA6IG1vZHVsZXMubG9jYXRlKHBhdGgsIHdhbnRlZC5zb3VyY2UudmFsdWUpO1xuICAgICAgaWYgKGZyb20gIT09IHVuZGVmaW5lZClcbiAgICAgICAgZm91bmQuc2V0KGV4cG9ydGVkLm5hbWUsIHsgcGF0aDogZnJvbSwgbmFtZTogd2FudGVkPy5uYW1lID8/IGxvY2FsLm5hbWUgfSk7XG4gICAgfVxuICAgIGZvciAoY29uc3QgbmFtZSBvZiBuYW1lc09mKGRlY2xhcmF0aW9uKSkgZm91bmQuc2V0KG5hbWUsIHsgcGF0aCwgbmFtZSB9KTtcbiAgfVxuICByZXR1cm4gZm91bmQ7XG59XG5cbi8qKiBGaW5kcyB3aGVyZSBhIG5hbWUgb2YgYSBtb2R1bGUgaXMgaW1wb3J0ZWQgZnJvbSwgaWYgaXQgaXMuICovXG5mdW5jdGlvbiBmaW5kSW1wb3J0KGJvZHksIG5hbWUpIHtcbiAgZm9yIChjb25zdCB7IHR5cGUsIHNvdXJjZSwgc3BlY2lmaWVycyB9IG9mIGJvZHkpIHtcbiAgICBpZiAodHlwZSAhPT0gJ0ltcG9ydERlY2xhcmF0aW9uJykgY29udGludWU7XG4gICAgY29uc3Qgb25lID0gc3BlY2lmaWVycy5maW5kKCh7IGxvY2FsIH0pID0+IGxvY2FsLm5hbWUgPT09IG5hbWUpO1xuICAgIGlmIChvbmUgIT09IHVuZGVmaW5lZCkgcmV0dXJuIHsgc291cmNlLCBuYW1lOiBvbmUuaW1wb3J0ZWQ/Lm5hbWUgPz8gbmFtZSB9O1xuICB9XG4gIHJldHVybiB1bmRlZmluZWQ7XG59XG5cbi8qKiBGaW5kcyB0aGUgc3RhdGVtZW50cyB0aGF0IGRlY2xhcmUgYSBuYW1lOiBzZXZlcmFsIGZvciBhIGZ1bmN0aW9uIHdpdGggb3ZlcmxvYWRzLiAqL1xuZnVuY3Rpb24gZmluZERlY2xhcmF0aW9uKHsgcGF0aCwgbmFtZSB9LCBtb2R1bGVzKSB7XG4gIGNvbnN0IG1vZHVsZSA9IG1vZHVsZXMucmVhZChwYXRoKTtcbiAgY29uc3Qgc3RhdGVtZW50cyA9IG1vZHVsZS5ib2R5XG4gICAgLm1hcCgoc3RhdGVtZW50KSA9PlxuICAgICAgc3RhdGVtZW50LnR5cGUgPT09ICdFeHBvcnROYW1lZERlY2xhcmF0aW9uJyA/IHN0YXRlbWVudCA6IHsgZGVjbGFyYXRpb246IHN0YXRlbWVudCB9LFxuICAgIClcbiAgICAuZmlsdGVyKCh7IGRlY2xhcmF0aW9uIH0pID0+IG5hbWVzT2YoZGVjbGFyYXRpb24pLmluY2x1ZGVzKG5hbWUpKVxuICAgIC5tYXAoKHsgc3RhcnQsIGVuZCwgZGVjbGFyYXRpb24gfSkgPT4gKHtcbiAgICAgIHN0YXJ0OiBzdGFydCA/PyBkZWNsYXJhdGlvbi5zdGFydCxcbiAgICAgIGVuZDogZW5kID8/IGRlY2xhcmF0aW9uLmVuZCxcbiAgICAgIGRlY2xhcmF0aW9uLFxuICAgIH0pKTtcbiAgaWYgKHN0YXRlbWVudHMubGVuZ3RoID4gMCkgcmV0dXJuIHsgbW9kdWxlLCBzdGF0ZW1lbnRzIH07XG4gIGNvbnN0IG9yaWdpbiA9IGxpc3RFeHBvcnRzKHBhdGgsIG1vZHVsZXMpLmdldChuYW1lKTtcbiAgcmV0dXJuIG9yaWdpbiA9PT0gdW5kZWZpbmVkID8gdW5kZWZpbmVkIDogZmluZERlY2xhcmF0aW9uKG9yaWdpbiwgbW9kdWxlcyk7XG59XG5cbmZ1bmN0aW9uIG5hbWVzT2YoZGVjbGFyYXRpb24pIHtcbiAgaWYgKGRlY2xhcmF0aW9uPy50eXBlID09PSAnVmFyaWFibGVEZWNsYXJhdGlvbicpXG4gICAgcmV0dXJuIGRlY2xhcmF0aW9uLmRlY2xhcmF0aW9ucy5tYXAoKHsgaWQgfSkgPT4gaWQubmFtZSk7XG4gIHJldHVybiBkZWNsYXJhdGlvbj8uaWQ/Lm5hbWUgPT09IHVuZGVmaW5lZCA/IFtdIDogW2RlY2xhcmF0aW9uLmlkLm5hbWVdO1xufVxuXG4vKiogUmV0dXJucyB0aGUgdGV4dCBvZiB0aGUgZG9jYmxvY2sgZGlyZWN0bHkgYmVmb3JlIGEgc3RhdGVtZW50LiAqL1xuZnVuY3Rpb24gZmluZERvY2Jsb2NrKHsgdGV4dCwgY29tbWVudHMgfSwgeyBzdGFydCB9KSB7XG4gIGNvbnN0IGNvbW1lbnQgPSBjb21tZW50cy5maW5kTGFzdCgoeyBlbmQgfSkgPT4gZW5kIDw9IHN0YXJ0KTtcbiAgaWYgKGNvbW1lbnQgPT09IHVuZGVmaW5lZCB8fCAhY29tbWVudC52YWx1ZS5zdGFydHNXaXRoKCcqJykpIHJldHVybiAnJztcbiAgaWYgKHRleHQuc2xpY2UoY29tbWVudC5lbmQsIHN0YXJ0KS50cmltKCkgIT09ICcnKSByZXR1cm4gJyc7XG4gIHJldHVybiBjb21tZW50LnZhbHVlLnJlcGxhY2VBbGwoL15bIFxcdF0qXFwqKyA/L2dtdSwgJycpLnRyaW0oKTtcbn1cbiIsICJjb25zdCBfX3ZpdGVfaW5qZWN0ZWRfb3JpZ2luYWxfZGlybmFtZSA9IFwiL3RtcC9oL2QzL3NjcmlwdHNcIjtjb25zdCBfX3ZpdGVfaW5qZWN0ZWRfb3JpZ2luYWxfZmlsZW5hbWUgPSBcIi90bXAvaC9kMy9zY3JpcHRzL3doZW4tY2hhbmdlZC5qc1wiO2NvbnN0IF9fdml0ZV9pbmplY3RlZF9vcmlnaW5hbF9pbXBvcnRfbWV0YV91cmwgPSBcImZpbGU6Ly8vdG1wL2gvZDMvc2NyaXB0cy93aGVuLWNoYW5nZWQuanNcIjsvLyBSdW5zIGEgYnVpbGQgc3RlcCBvbmx5IGlmIGl0cyBzb3VyY2VzIGhhdmUgY2hhbmdlZCBzaW5jZSB0aGUgbGFzdCB0aW1lLlxuaW1wb3J0IHsgY3JlYXRlSGFzaCB9IGZyb20gJ25vZGU6Y3J5cHRvJztcbmltcG9ydCB7IGV4aXN0c1N5bmMsIG1rZGlyU3luYywgcmVhZEZpbGVTeW5jLCByZWFkZGlyU3luYywgd3JpdGVGaWxlU3luYyB9IGZyb20gJ25vZGU6ZnMnO1xuaW1wb3J0IHsgZGlybmFtZSwgam9pbiwgcmVsYXRpdmUgfSBmcm9tICdub2RlOnBhdGgnO1xuaW1wb3J0IHsgZmlsZVVSTFRvUGF0aCB9IGZyb20gJ25vZGU6dXJsJztcblxuZXhwb3J0IGNvbnN0IFdPUktTUEFDRSA9IGRpcm5hbWUoZGlybmFtZShmaWxlVVJMVG9QYXRoKGltcG9ydC5tZXRhLnVybCkpKTtcblxuLyoqIExpc3RzIHRoZSBzb3VyY2UgZmlsZXMgb2YgYSBmb2xkZXIsIHdpdGhvdXQgYnVpbHQgZmlsZXMgYW5kIHRlc3RzLiAqL1xuZXhwb3J0IGZ1bmN0aW9uIGxpc3RGaWxlcyhwYXRoKSB7XG4gIGlmICgvXFwvKD86bm9kZV9tb2R1bGVzfGRpc3QpJC91LnRlc3QocGF0aCkgfHwgL1xcLig/OnRlc3RcXC50c3g/fHRzYnVpbGRpbmZvKSQvdS50ZXN0KHBhdGgpKSB7XG4gICAgcmV0dXJuIFtdO1xuICB9XG4gIHRyeSB7XG4gICAgcmV0dXJuIHJlYWRkaXJTeW5jKHBhdGgpXG4gICAgICAudG9Tb3J0ZWQoKVxuICAgICAgLmZsYXRNYXAoKG5hbWUpID0+IGxpc3RGaWxlcyhqb2luKHBhdGgsIG5hbWUpKSk7XG4gIH0gY2F0Y2ggKGVycm9yKSB7XG4gICAgaWYgKGVycm9yLmNvZGUgPT09ICdFTk9URElSJykgcmV0dXJuIFtwYXRoXTtcbiAgICB0aHJvdyBlcnJvcjtcbiAgfVxufVxuXG5mdW5jdGlvbiBjcmVhdGVTdGFtcChzb3VyY2VzKSB7XG4gIGNvbnN0IGhhc2ggPSBjcmVhdGVIYXNoKCdzaGEyNTYnKTtcbiAgZm9yIChjb25zdCBmaWxlIG9mIHNvdXJjZXMuZmxhdE1hcChsaXN0RmlsZXMpKSB7XG4gICAgaGFzaFxuICAgICAgLnVwZGF0ZShgJHtyZWxhdGl2ZShXT1JLU1BBQ0UsIGZpbGUpfVxcMGApXG4gICAgICAudXBkYXRlKHJlYWRGaWxlU3luYyhmaWxlKSlcbiAgICAgIC51cGRhdGUoJ1xcMCcpO1xuICB9XG4gIHJldHVybiBoYXNoLmRpZ2VzdCgnaGV4Jyk7XG59XG5cbi8qKlxuICogUnVucyBgYnVpbGRgIGlmIG9uZSBvZiBgb3V0cHV0c2AgZG9lcyBub3QgZXhpc3QsIG9yIGlmIGBzb3VyY2VzYCAoZmlsZXMgYW5kIGZvbGRlcnMpIGhhdmUgY2hhbmdlZFxuICogc2luY2UgdGhlIGxhc3QgdGltZS4gVGhlIGhhc2ggb2YgdGhlIHNvdXJjZXMgaXMgc3RvcmVkIGluIGBmb2xkZXJgIHVuZGVyIGBuYW1lYCwgd2l0aCB0aGUgcGF0aHNcbiAqIG9mIGZ1cnRoZXIgZmlsZXMgdGhhdCBgYnVpbGRgIHJldHVybnM7IHRob3NlIGhhdmUgdG8gZXhpc3QgYXMgd2VsbC5cbiAqL1xuZXhwb3J0IGFzeW5jIGZ1bmN0aW9uIHdoZW5DaGFuZ2VkKHsgZm9sZGVyLCBuYW1lLCBvdXRwdXRzLCBzb3VyY2VzIH0sIGJ1aWxkKSB7XG4gIGNvbnN0IHN0YW1wRmlsZSA9IGpvaW4oZm9sZGVyLCBgbm9kZV9tb2R1bGVzLy5jYWNoZS8ke25hbWV9LnN0YW1wYCk7XG4gIGNvbnN0IHN0YW1wID0gY3JlYXRlU3RhbXAoW1xuICAgIC4uLnNvdXJjZXMsXG4gICAgLy8gVGhlIGxvY2tmaWxlIGNvdW50cyBhcyBhIHNvdXJjZSwgYmVjYXVzZSBpdCBjb250YWlucyB0aGUgdmVyc2lvbnMgb2YgYWxsIGRlcGVuZGVuY2llcy5cbiAgICBqb2luKFdPUktTUEFDRSwgJ3BucG0tbG9jay55YW1sJyksXG4gICAgZmlsZVVSTFRvUGF0aChpbXBvcnQubWV0YS51cmwpLFxuICBdKTtcbiAgY29uc3QgW2JlZm9yZSwgLi4ubWFkZV0gPSBleGlzdHNTeW5jKHN0YW1wRmlsZSlcbiAgICA/IHJlYWRGaWxlU3luYyhzdGFtcEZpbGUsICd1dGY4Jykuc3BsaXQoJ1xcbicpXG4gICAgOiBbXTtcbiAgaWYgKGJlZm9yZSA9PT0gc3RhbXAgJiYgWy4uLm91dHB1dHMsIC4uLm1hZGVdLmV2ZXJ5KChmaWxlKSA9PiBleGlzdHNTeW5jKGZpbGUpKSkgcmV0dXJuO1xuICBjb25zdCBwYXRocyA9IChhd2FpdCBidWlsZCgpKSA/PyBbXTtcbiAgbWtkaXJTeW5jKGRpcm5hbWUoc3RhbXBGaWxlKSwgeyByZWN1cnNpdmU6IHRydWUgfSk7XG4gIHdyaXRlRmlsZVN5bmMoc3RhbXBGaWxlLCBbc3RhbXAsIC4uLnBhdGhzXS5qb2luKCdcXG4nKSk7XG59XG4iLCAiY29uc3QgX192aXRlX2luamVjdGVkX29yaWdpbmFsX2Rpcm5hbWUgPSBcIi90bXAvaC9kMy9zY3JpcHRzL3JlZmVyZW5jZVwiO2NvbnN0IF9fdml0ZV9pbmplY3RlZF9vcmlnaW5hbF9maWxlbmFtZSA9IFwiL3RtcC9oL2QzL3NjcmlwdHMvcmVmZXJlbmNlL3ByaW50LWRlY2xhcmF0aW9uLmpzXCI7Y29uc3QgX192aXRlX2luamVjdGVkX29yaWdpbmFsX2ltcG9ydF9tZXRhX3VybCA9IFwiZmlsZTovLy90bXAvaC9kMy9zY3JpcHRzL3JlZmVyZW5jZS9wcmludC1kZWNsYXJhdGlvbi5qc1wiOy8vIFByaW50cyB0aGUgZGVjbGFyYXRpb24gb2YgYSBwdWJsaWMgbmFtZSBhcyBhIHJlYWRlciBvZiBpdHMgZG9jdW1lbnRhdGlvbiB3YW50cyBpdDogd2l0aG91dCB0aGVcbi8vIGJvZGllcyBvZiBmdW5jdGlvbnMsIGFuZCB3aXRob3V0IHdoYXQgaXMgcHJpdmF0ZS5cblxuLyoqIFRoZSBsb25nZXN0IHZhbHVlIG9mIGEgY29uc3RhbnQgdGhhdCBpcyBzaG93bi4gKi9cbmNvbnN0IFZBTFVFX0xFTkdUSCA9IDE2MDtcblxuLyoqXG4gKiBQcmludHMgYSBkZWNsYXJhdGlvbi5cbiAqXG4gKiBAcGFyYW0ge3N0cmluZ30gdGV4dCBUaGUgdGV4dCBvZiBpdHMgbW9kdWxlLlxuICogQHBhcmFtIHtyZWFkb25seSB7IHN0YXJ0OiBudW1iZXIsIGVuZDogbnVtYmVyLCBkZWNsYXJhdGlvbjogYW55IH1bXX0gc3RhdGVtZW50cyBUaGUgb3ZlcmxvYWRzIG9mIGFcbiAqICAgZnVuY3Rpb24sIG9yIG9uZSBzdGF0ZW1lbnQuXG4gKiBAcmV0dXJucyB7c3RyaW5nfVxuICovXG5leHBvcnQgZnVuY3Rpb24gcHJpbnREZWNsYXJhdGlvbih0ZXh0LCBzdGF0ZW1lbnRzKSB7XG4gIGNvbnN0IG92ZXJsb2FkcyA9IHN0YXRlbWVudHMuZmlsdGVyKCh7IGRlY2xhcmF0aW9uIH0pID0+XG4gICAgZGVjbGFyYXRpb24udHlwZS5zdGFydHNXaXRoKCdUU0RlY2xhcmUnKSxcbiAgKTtcbiAgLy8gQ2FsbGVycyBzZWUgdGhlIG92ZXJsb2FkcyBvZiBhIGZ1bmN0aW9uLCBuZXZlciBpdHMgaW1wbGVtZW50YXRpb24uXG4gIGNvbnN0IHNob3duID0gb3ZlcmxvYWRzLmxlbmd0aCA+IDAgPyBvdmVybG9hZHMgOiBzdGF0ZW1lbnRzO1xuICByZXR1cm4gc2hvd24ubWFwKCh7IGRlY2xhcmF0aW9uIH0pID0+IHByaW50KHRleHQsIGRlY2xhcmF0aW9uKSkuam9pbignXFxuJyk7XG59XG5cbmZ1bmN0aW9uIHByaW50KHRleHQsIGRlY2xhcmF0aW9uKSB7XG4gIHN3aXRjaCAoZGVjbGFyYXRpb24udHlwZSkge1xuICAgIGNhc2UgJ0Z1bmN0aW9uRGVjbGFyYXRpb24nOlxuICAgICAgcmV0dXJuIHRvTGluZSh0ZXh0LnNsaWNlKGRlY2xhcmF0aW9uLnN0YXJ0LCBkZWNsYXJhdGlvbi5ib2R5LnN0YXJ0KSk7XG4gICAgY2FzZSAnQ2xhc3NEZWNsYXJhdGlvbic6XG4gICAgICByZXR1cm4gcHJpbnRDbGFzcyh0ZXh0LCBkZWNsYXJhdGlvbik7XG4gICAgY2FzZSAnVmFyaWFibGVEZWNsYXJhdGlvbic6XG4gICAgICByZXR1cm4gZGVjbGFyYXRpb24uZGVjbGFyYXRpb25zLm1hcCgob25lKSA9PiBwcmludENvbnN0YW50KHRleHQsIG9uZSkpLmpvaW4oJ1xcbicpO1xuICAgIGRlZmF1bHQ6XG4gICAgICByZXR1cm4gdGV4dC5zbGljZShkZWNsYXJhdGlvbi5zdGFydCwgZGVjbGFyYXRpb24uZW5kKTtcbiAgfVxufVxuXG5mdW5jdGlvbiBwcmludENvbnN0YW50KHRleHQsIHsgaWQsIGluaXQgfSkge1xuICBjb25zdCBoZWFkID0gYGNvbnN0ICR7dGV4dC5zbGljZShpZC5zdGFydCwgaWQudHlwZUFubm90YXRpb24/LmVuZCA/PyBpZC5lbmQpfWA7XG4gIGNvbnN0IHZhbHVlID0gaW5pdCA9PT0gbnVsbCA/ICcnIDogdGV4dC5zbGljZShpbml0LnN0YXJ0LCBpbml0LmVuZCk7XG4gIHJldHVybiB2YWx1ZSA9PT0gJycgfHwgdmFsdWUubGVuZ3RoID4gVkFMVUVfTEVOR1RIID8gYCR7aGVhZH07YCA6IGAke2hlYWR9ID0gJHt2YWx1ZX07YDtcbn1cblxuZnVuY3Rpb24gcHJpbnRDbGFzcyh0ZXh0LCB7IHN0YXJ0LCBib2R5IH0pIHtcbiAgY29uc3QgbWVtYmVycyA9IGJvZHkuYm9keS5maWx0ZXIoaXNQdWJsaWMpLm1hcCgobWVtYmVyKSA9PiB7XG4gICAgY29uc3QgZW5kID0gbWVtYmVyLnZhbHVlPy5ib2R5Py5zdGFydCA/PyBtZW1iZXIudmFsdWU/LnN0YXJ0ID8/IG1lbWJlci5lbmQ7XG4gICAgcmV0dXJuIGAgICR7dG9MaW5lKHRleHQuc2xpY2UobWVtYmVyLnN0YXJ0LCBlbmQpLnJlcGxhY2UoL1xccyo9XFxzKiQvdSwgJycpKX1gO1xuICB9KTtcbiAgcmV0dXJuIGAke3RleHQuc2xpY2Uoc3RhcnQsIGJvZHkuc3RhcnQpLnRyaW0oKX0ge1xcbiR7bWVtYmVycy5qb2luKCdcXG4nKX1cXG59YDtcbn1cblxuZnVuY3Rpb24gaXNQdWJsaWMoeyBrZXksIGFjY2Vzc2liaWxpdHksIHN0YXRpYzogaXNTdGF0aWMsIHR5cGUgfSkge1xuICBpZiAodHlwZSA9PT0gJ1N0YXRpY0Jsb2NrJyB8fCBrZXk/LnR5cGUgPT09ICdQcml2YXRlSWRlbnRpZmllcicpIHJldHVybiBmYWxzZTtcbiAgcmV0dXJuIGFjY2Vzc2liaWxpdHkgIT09ICdwcml2YXRlJyAmJiBpc1N0YXRpYyAhPT0gdHJ1ZTtcbn1cblxuLyoqIEVuZHMgdGhlIGhlYWQgb2YgYSBmdW5jdGlvbiBhcyBhIGRlY2xhcmF0aW9uIGVuZHMuICovXG5mdW5jdGlvbiB0b0xpbmUodGV4dCkge1xuICByZXR1cm4gYCR7dGV4dC50cmltKCkucmVwbGFjZSgvXmFzeW5jIHw7JC9ndSwgJycpfTtgO1xufVxuIiwgImNvbnN0IF9fdml0ZV9pbmplY3RlZF9vcmlnaW5hbF9kaXJuYW1lID0gXCIvdG1wL2gvZDMvc2l0ZS9tYXJrZG93blwiO2NvbnN0IF9fdml0ZV9pbmplY3RlZF9vcmlnaW5hbF9maWxlbmFtZSA9IFwiL3RtcC9oL2QzL3NpdGUvbWFya2Rvd24vcmVmZXJlbmNlLmpzXCI7Y29uc3QgX192aXRlX2luamVjdGVkX29yaWdpbmFsX2ltcG9ydF9tZXRhX3VybCA9IFwiZmlsZTovLy90bXAvaC9kMy9zaXRlL21hcmtkb3duL3JlZmVyZW5jZS5qc1wiO2ltcG9ydCB7IHJlYWRBcGkgfSBmcm9tICcuLi8uLi9zY3JpcHRzL3JlZmVyZW5jZS9yZWFkLWFwaS5qcyc7XG5cbmNvbnN0IEdST1VQUyA9IFtcbiAgWydGdW5jdGlvbnMnLCAnZnVuY3Rpb24nXSxcbiAgWydDbGFzc2VzJywgJ2NsYXNzJ10sXG4gIFsnVmFsdWVzJywgJ3ZhbHVlJ10sXG4gIFsnVHlwZXMnLCAndHlwZSddLFxuXTtcblxuY29uc3QgQVBJID0gcmVhZEFwaSgpO1xuXG5jb25zdCBQQUdFID0gL15kb2NzXFwvcmVmZXJlbmNlXFwvKFtcXHctXSspXFwubWQkL3U7XG5cbi8qKlxuICogTWFrZXMgdGhlIHBhZ2VzIG9mIHRoZSByZWZlcmVuY2UgZnJvbSB0aGUgc291cmNlcywgd2l0aCBkZWNsYXJhdGlvbnMgYW5kIGRvY2Jsb2Nrcy4gVGhlIHBhZ2VzIG9mXG4gKiB0aGUgcmVwb3NpdG9yeSwgd2hpY2ggR2l0SHViIHNob3dzLCBoYXZlIGEgc2VudGVuY2UgZm9yIGVhY2ggbmFtZS5cbiAqXG4gKiBAcGFyYW0ge2ltcG9ydCgndml0ZXByZXNzJykuTWFya2Rvd25SZW5kZXJlcn0gbWRcbiAqL1xuZXhwb3J0IGZ1bmN0aW9uIHdyaXRlUmVmZXJlbmNlKG1kKSB7XG4gIGNvbnN0IHBhY2thZ2VzID0gbmV3IE1hcChBUEkubWFwKChvbmUpID0+IFtvbmUubmFtZSwgb25lXSkpO1xuICBtZC5jb3JlLnJ1bGVyLmJlZm9yZSgnbm9ybWFsaXplJywgJ3dyaXRlLXJlZmVyZW5jZScsIChzdGF0ZSkgPT4ge1xuICAgIGNvbnN0IFssIG5hbWVdID0gUEFHRS5leGVjKHN0YXRlLmVudi5yZWxhdGl2ZVBhdGgpID8/IFtdO1xuICAgIGNvbnN0IGZvdW5kID0gcGFja2FnZXMuZ2V0KG5hbWUpO1xuICAgIGlmIChmb3VuZCAhPT0gdW5kZWZpbmVkKSBzdGF0ZS5zcmMgPSB0b1BhZ2UoZm91bmQpO1xuICB9KTtcbn1cblxuLyoqXG4gKiBNYXBzIHRoZSBuYW1lcyBvZiB0aGUgcHVibGljIEFQSSB0byB0aGUgYW5jaG9ycyB0aGF0IGV4cGxhaW4gdGhlbS5cbiAqXG4gKiBAcmV0dXJucyB7UmVhZG9ubHlNYXA8c3RyaW5nLCBzdHJpbmc+fSBgY3JlYXRlU2VydmVyYCB0byBgZG9jcy9yZWZlcmVuY2Uvc2VydmVyLm1kI2NyZWF0ZVNlcnZlcmBcbiAqL1xuZXhwb3J0IGZ1bmN0aW9uIGZpbmRBbmNob3JzKCkge1xuICBjb25zdCBhbmNob3JzID0gQVBJLmZsYXRNYXAoKHsgbmFtZTogZm9sZGVyLCBlbnRyaWVzIH0pID0+XG4gICAgZW50cmllcy5mbGF0TWFwKCh7IG5hbWVzIH0pID0+XG4gICAgICBuYW1lc1xuICAgICAgICAuZmlsdGVyKCh7IG9mIH0pID0+IG9mID09PSB1bmRlZmluZWQpXG4gICAgICAgIC5tYXAoKHsgbmFtZSB9KSA9PiBbbmFtZSwgYGRvY3MvcmVmZXJlbmNlLyR7Zm9sZGVyfS5tZCMke25hbWV9YF0pLFxuICAgICksXG4gICk7XG4gIC8vIFdoYXQgdHdvIHBhY2thZ2VzIGNhbGwgdGhlIHNhbWUgaXMgZXhwbGFpbmVkIHdoZXJlIHRoZSBhbHBoYWJldCBjb21lcyBmaXJzdC5cbiAgcmV0dXJuIG5ldyBNYXAoYW5jaG9ycy50b1JldmVyc2VkKCkpO1xufVxuXG4vKipcbiAqIExpc3RzIHRoZSBuYW1lcyB0aGF0IGVhY2ggaW1wb3J0IHNwZWNpZmllciBnaXZlcy5cbiAqXG4gKiBAcmV0dXJucyB7UmVhZG9ubHlNYXA8c3RyaW5nLCBSZWFkb25seVNldDxzdHJpbmc+Pn0gYEBmb3Jtd29yay9jb3JlYCB0byBpdHMgbmFtZXMuXG4gKi9cbmV4cG9ydCBmdW5jdGlvbiBsaXN0RXhwb3J0ZWQoKSB7XG4gIHJldHVybiBuZXcgTWFwKFxuICAgIEFQSS5mbGF0TWFwKCh7IGVudHJpZXMgfSkgPT5cbiAgICAgIGVudHJpZXMubWFwKCh7IHNwZWNpZmllciwgbmFtZXMgfSkgPT4gW3NwZWNpZmllciwgbmV3IFNldChuYW1lcy5tYXAoKHsgbmFtZSB9KSA9PiBuYW1lKSldKSxcbiAgICApLFxuICApO1xufVxuXG5mdW5jdGlvbiB0b1BhZ2UoeyB0aXRsZSwgZGVzY3JpcHRpb24sIGVudHJpZXMgfSkge1xuICBjb25zdCBbcm9vdCwgLi4ub3RoZXJzXSA9IGVudHJpZXM7XG4gIGNvbnN0IGV4cGxhaW5lZCA9IG5ldyBTZXQoKTtcbiAgY29uc3QgZ3JvdXBzID0gR1JPVVBTLm1hcCgoW2hlYWRpbmcsIGtpbmRdKSA9PiB7XG4gICAgY29uc3QgbmFtZXMgPSByb290Lm5hbWVzLmZpbHRlcigob25lKSA9PiBvbmUua2luZCA9PT0ga2luZCAmJiBvbmUub2YgPT09IHVuZGVmaW5lZCk7XG4gICAgcmV0dXJuIHRvU2VjdGlvbihoZWFkaW5nLCBuYW1lcywgZXhwbGFpbmVkKTtcbiAgfSk7XG4gIGNvbnN0IGZ1cnRoZXIgPSBvdGhlcnMubWFwKCh7IHNwZWNpZmllciwgbmFtZXMgfSkgPT4gdG9TZWN0aW9uKHNwZWNpZmllciwgbmFtZXMsIGV4cGxhaW5lZCkpO1xuICBjb25zdCBzaGFyZWQgPSByb290Lm5hbWVzLmZpbHRlcigoeyBvZiB9KSA9PiBvZiAhPT0gdW5kZWZpbmVkKS5tYXAodG9MaW5rKTtcbiAgY29uc3QgbGFzdCA9IHNoYXJlZC5sZW5ndGggPT09IDAgPyAnJyA6IGAjIyBPZiBvdGhlciBwYWNrYWdlc1xcblxcbiR7c2hhcmVkLmpvaW4oJ1xcbicpfVxcbmA7XG4gIHJldHVybiBgIyAke3RpdGxlfVxcblxcbiR7ZGVzY3JpcHRpb259LlxcblxcbiR7Wy4uLmdyb3VwcywgLi4uZnVydGhlciwgbGFzdF0uam9pbignXFxuJyl9YDtcbn1cblxuLyoqIEV4cGxhaW5zIGVhY2ggbmFtZSBvZiBhIHNlY3Rpb24gb25jZSBvbiBhIHBhZ2U7IHRob3NlIHRoYXQgd2VyZSBleHBsYWluZWQgYmVmb3JlIGFyZSBsaW5rcy4gKi9cbmZ1bmN0aW9uIHRvU2VjdGlvbihoZWFkaW5nLCBuYW1lcywgZXhwbGFpbmVkKSB7XG4gIGlmIChuYW1lcy5sZW5ndGggPT09IDApIHJldHVybiAnJztcbiAgY29uc3QgZnJlc2ggPSBuYW1lcy5maWx0ZXIoKHsgbmFtZSwgb2YgfSkgPT4gb2YgPT09IHVuZGVmaW5lZCAmJiAhZXhwbGFpbmVkLmhhcyhuYW1lKSk7XG4gIGNvbnN0IGtub3duID0gbmFtZXMuZmlsdGVyKChvbmUpID0+ICFmcmVzaC5pbmNsdWRlcyhvbmUpKS5tYXAodG9MaW5rKTtcbiAgZm9yIChjb25zdCB7IG5hbWUgfSBvZiBmcmVzaCkgZXhwbGFpbmVkLmFkZChuYW1lKTtcbiAgcmV0dXJuIGAjIyAke2hlYWRpbmd9XFxuXFxuJHtrbm93bi5qb2luKCdcXG4nKX1cXG5cXG4ke2ZyZXNoLm1hcCh0b0VudHJ5KS5qb2luKCdcXG4nKX1gO1xufVxuXG5mdW5jdGlvbiB0b0xpbmsoeyBuYW1lLCBvZiB9KSB7XG4gIHJldHVybiBvZiA9PT0gdW5kZWZpbmVkXG4gICAgPyBgLSBbXFxgJHtuYW1lfVxcYF0oIyR7bmFtZX0pYFxuICAgIDogYC0gW1xcYCR7bmFtZX1cXGBdKCR7b2Yuc3BsaXQoJy8nKVsxXX0ubWQjJHtuYW1lfSkgb2YgJHtvZn1gO1xufVxuXG5mdW5jdGlvbiB0b0VudHJ5KHsgbmFtZSwgZG9jLCBjb2RlIH0pIHtcbiAgLy8gV2l0aG91dCBhIGZlbmNlIG9mIGl0cyBvd24gbGVuZ3RoLCBhbiBleGFtcGxlIGluIGEgZG9jYmxvY2sgd291bGQgZW5kIHRoZSBibG9jay5cbiAgY29uc3QgZGVjbGFyYXRpb24gPSBgfn5+fnRzXFxuJHtjb2RlfVxcbn5+fn5cXG5gO1xuICBjb25zdCBbdGV4dCwgLi4udGFnc10gPSBkb2Muc3BsaXQoLyg/Ol58XFxzKUAoPz10aHJvd3N8ZXhhbXBsZXxwYXJhbXxyZXR1cm5zKS91KTtcbiAgcmV0dXJuIGAjIyMgJHtuYW1lfSB7IyR7bmFtZX19XFxuXFxuJHt0b1RleHQodGV4dCl9XFxuXFxuJHtkZWNsYXJhdGlvbn1cXG4ke3RhZ3MubWFwKHRvVGFnKS5qb2luKCdcXG4nKX1cXG5gO1xufVxuXG5mdW5jdGlvbiB0b1RhZyh0YWcpIHtcbiAgY29uc3QgWywgbmFtZSwgcmVzdF0gPSAvXihcXHcrKVxccyooW15dKikkL3UuZXhlYyh0YWcpO1xuICBzd2l0Y2ggKG5hbWUpIHtcbiAgICBjYXNlICdleGFtcGxlJzpcbiAgICAgIHJldHVybiBgKipFeGFtcGxlKipcXG5cXG4ke3Jlc3R9XFxuYDtcbiAgICBjYXNlICd0aHJvd3MnOlxuICAgICAgcmV0dXJuIGAqKlRocm93cyoqICR7dG9UZXh0KHJlc3QpfVxcbmA7XG4gICAgZGVmYXVsdDpcbiAgICAgIHJldHVybiBgKioke25hbWV9KiogJHt0b1RleHQocmVzdCl9XFxuYDtcbiAgfVxufVxuXG4vKiogTWFrZXMgTWFya2Rvd24gb2YgYSBkb2NibG9jazogbGlua3MgYmVjb21lIGNvZGUsIGFuZCB3aGF0IGxvb2tzIGxpa2UgSFRNTCBvdXRzaWRlIG9mIGNvZGUgaXMgdGV4dC4gKi9cbmZ1bmN0aW9uIHRvVGV4dChkb2MpIHtcbiAgcmV0dXJuIGRvY1xuICAgIC5yZXBsYWNlQWxsKC9cXHtAbGluayAoW159XSopXFx9L2d1LCAnYCQxYCcpXG4gICAgLnNwbGl0KC8oYFteYF0qYCkvdSlcbiAgICAubWFwKChwYXJ0LCBpbmRleCkgPT4gKGluZGV4ICUgMiA9PT0gMSA/IHBhcnQgOiBwYXJ0LnJlcGxhY2VBbGwoJzwnLCAnJmx0OycpKSlcbiAgICAuam9pbignJylcbiAgICAudHJpbSgpO1xufVxuIiwgImNvbnN0IF9fdml0ZV9pbmplY3RlZF9vcmlnaW5hbF9kaXJuYW1lID0gXCIvdG1wL2gvZDMvc2l0ZS9tYXJrZG93blwiO2NvbnN0IF9fdml0ZV9pbmplY3RlZF9vcmlnaW5hbF9maWxlbmFtZSA9IFwiL3RtcC9oL2QzL3NpdGUvbWFya2Rvd24vdG9rZW5zLmpzXCI7Y29uc3QgX192aXRlX2luamVjdGVkX29yaWdpbmFsX2ltcG9ydF9tZXRhX3VybCA9IFwiZmlsZTovLy90bXAvaC9kMy9zaXRlL21hcmtkb3duL3Rva2Vucy5qc1wiOy8qKlxuICogQ2FsbHMgYSBmdW5jdGlvbiBmb3IgZXZlcnkgdG9rZW4gaW5zaWRlIG9mIHBhcmFncmFwaHMsIGhlYWRpbmdzIGFuZCBjZWxscy5cbiAqXG4gKiBAcGFyYW0ge3JlYWRvbmx5IGFueVtdfSB0b2tlbnNcbiAqIEBwYXJhbSB7KHRva2VuOiBhbnkpID0+IHZvaWR9IHZpc2l0XG4gKi9cbmV4cG9ydCBmdW5jdGlvbiB3YWxrSW5saW5lKHRva2VucywgdmlzaXQpIHtcbiAgZm9yIChjb25zdCB7IHR5cGUsIGNoaWxkcmVuIH0gb2YgdG9rZW5zKSB7XG4gICAgaWYgKHR5cGUgIT09ICdpbmxpbmUnKSBjb250aW51ZTtcbiAgICBmb3IgKGNvbnN0IGNoaWxkIG9mIGNoaWxkcmVuID8/IFtdKSB2aXNpdChjaGlsZCk7XG4gIH1cbn1cbiIsICJjb25zdCBfX3ZpdGVfaW5qZWN0ZWRfb3JpZ2luYWxfZGlybmFtZSA9IFwiL3RtcC9oL2QzL3NpdGUvbWFya2Rvd25cIjtjb25zdCBfX3ZpdGVfaW5qZWN0ZWRfb3JpZ2luYWxfZmlsZW5hbWUgPSBcIi90bXAvaC9kMy9zaXRlL21hcmtkb3duL2RpYWdyYW1zLmpzXCI7Y29uc3QgX192aXRlX2luamVjdGVkX29yaWdpbmFsX2ltcG9ydF9tZXRhX3VybCA9IFwiZmlsZTovLy90bXAvaC9kMy9zaXRlL21hcmtkb3duL2RpYWdyYW1zLmpzXCI7aW1wb3J0IHsgcmVuZGVyTWVybWFpZFNWRyB9IGZyb20gJ2JlYXV0aWZ1bC1tZXJtYWlkJztcblxuLyoqIFRoZSB3aWR0aHMsIGluIHBpeGVscywgb2YgYSBjaGFyYWN0ZXIgb2YgYSBtZXNzYWdlIGFuZCBvZiB0aGUgbmFtZSBvZiBhIHBhcnRpY2lwYW50LiAqL1xuY29uc3QgTUVTU0FHRV9XSURUSCA9IDYuMjtcbmNvbnN0IE5BTUVfV0lEVEggPSA3LjQ7XG5cbi8qKiBXaGF0IHRoZSBsaWJyYXJ5IGFkZHMgdG8gdGhlIG5hbWVzIG9mIHR3byBwYXJ0aWNpcGFudHMgYmV0d2VlbiB0aGVpciBsaWZlbGluZXMuICovXG5jb25zdCBCRVNJREVfTkFNRVMgPSA3MjtcblxuLyoqIEEgY2hhcmFjdGVyIHRoYXQgY291bnRzIGFzIGEgbGV0dGVyIGFuZCBzaG93cyBub3RoaW5nLiAqL1xuY29uc3QgRklMTEVSID0gJ1xcdTIwNjAnO1xuXG5sZXQgY291bnQgPSAwO1xuXG4vKipcbiAqIERyYXdzIGRpYWdyYW1zIHdoZW4gcGFnZXMgYXJlIGJ1aWx0LCBzbyB0aGF0IHJlYWRlcnMgbG9hZCBubyBwcm9ncmFtIGZvciB0aGVtLiBUaGVpciBjb2xvdXJzIGFyZVxuICogdmFyaWFibGVzIG9mIHRoZSBzdHlsZSBzaGVldCwgZm9yIGxpZ2h0IGFuZCBkYXJrIHBhZ2VzLlxuICpcbiAqIEBwYXJhbSB7aW1wb3J0KCd2aXRlcHJlc3MnKS5NYXJrZG93blJlbmRlcmVyfSBtZFxuICovXG5leHBvcnQgZnVuY3Rpb24gZHJhd0RpYWdyYW1zKG1kKSB7XG4gIGNvbnN0IG90aGVycyA9IG1kLnJlbmRlcmVyLnJ1bGVzLmZlbmNlO1xuICBtZC5yZW5kZXJlci5ydWxlcy5mZW5jZSA9ICguLi5naXZlbikgPT4ge1xuICAgIGNvbnN0IFt0b2tlbnMsIGluZGV4XSA9IGdpdmVuO1xuICAgIGNvbnN0IHsgaW5mbywgY29udGVudCB9ID0gdG9rZW5zW2luZGV4XTtcbiAgICBpZiAoaW5mby50cmltKCkgIT09ICdtZXJtYWlkJykgcmV0dXJuIG90aGVycyguLi5naXZlbik7XG4gICAgcmV0dXJuIGA8ZmlndXJlIGNsYXNzPVwiZGlhZ3JhbVwiIHYtcHJlPiR7ZHJhdyhjb250ZW50LCBtZC51dGlscy5lc2NhcGVIdG1sKX08L2ZpZ3VyZT5cXG5gO1xuICB9O1xufVxuXG5mdW5jdGlvbiBkcmF3KHRleHQsIGVzY2FwZSkge1xuICBjb3VudCArPSAxO1xuICBjb25zdCB0aXRsZSA9IC9eXFxzKmFjY1RpdGxlOlxccyooLispJC9tdS5leGVjKHRleHQpPy5bMV0udHJpbSgpID8/ICdEaWFncmFtJztcbiAgY29uc3Qgc291cmNlID0gdGV4dC5yZXBsYWNlQWxsKC9eXFxzKmFjYyg/OlRpdGxlfERlc2NyKTouKlxcbi9nbXUsICcnKTtcbiAgY29uc3Qgc3ZnID0gcmVuZGVyTWVybWFpZFNWRyhzcGFjZVBhcnRpY2lwYW50cyhzb3VyY2UpKTtcbiAgcmV0dXJuIChcbiAgICBzdmdcbiAgICAgIC8vIFRoZSBzdHlsZSBzaGVldCBvZiB0aGUgc2l0ZSBzYXlzIGFsbCBvZiBpdCwgYW5kIGxvYWRzIG5vIGZvbnQgb2YgYW5vdGhlciBob3N0LlxuICAgICAgLnJlcGxhY2UoLzxzdHlsZT5bXl0qPzxcXC9zdHlsZT4vdSwgJycpXG4gICAgICAucmVwbGFjZSgvIHN0eWxlPVwiW15cIl0qXCIvdSwgYCByb2xlPVwiaW1nXCIgYXJpYS1sYWJlbD1cIiR7ZXNjYXBlKHRpdGxlKX1cImApXG4gICAgICAucmVwbGFjZUFsbCgvKDxtYXJrZXIgaWQ9XCJ8dXJsXFwoIykvZ3UsIGAkMWRpYWdyYW0tJHtjb3VudH0tYClcbiAgICAgIC5yZXBsYWNlQWxsKC9cXG5cXHMqXFxuL2d1LCAnXFxuJylcbiAgKTtcbn1cblxuLyoqXG4gKiBNYWtlcyB0aGUgcGFydGljaXBhbnRzIG9mIGEgc2VxdWVuY2UgZGlhZ3JhbSBhcyB3aWRlIGFzIHRoZSBtZXNzYWdlcyBiZXR3ZWVuIHRoZW0sIGJlY2F1c2UgdGhlXG4gKiBsaWJyYXJ5IHNwYWNlcyB0aGVtIGJ5IHRoZWlyIG5hbWVzIGFsb25lLlxuICovXG5mdW5jdGlvbiBzcGFjZVBhcnRpY2lwYW50cyhzb3VyY2UpIHtcbiAgaWYgKCEvXlxccypzZXF1ZW5jZURpYWdyYW0vdS50ZXN0KHNvdXJjZSkpIHJldHVybiBzb3VyY2U7XG4gIGNvbnN0IG5hbWVkID0gWy4uLnNvdXJjZS5tYXRjaEFsbCgvXlxccyooPzpwYXJ0aWNpcGFudHxhY3RvcikgKFxcdyspIGFzICguKykkL2dtdSldO1xuICBjb25zdCBwbGFjZXMgPSBuZXcgTWFwKG5hbWVkLm1hcCgoWywgaWRdLCBpbmRleCkgPT4gW2lkLCBpbmRleF0pKTtcbiAgY29uc3QgZ2FwcyA9IG5hbWVkLm1hcCgoKSA9PiAwKTtcbiAgZm9yIChjb25zdCBbLCBmcm9tLCB0bywgbWVzc2FnZV0gb2Ygc291cmNlLm1hdGNoQWxsKC9eXFxzKihcXHcrKVxccyotKz4+P1xccyooXFx3Kyk6KC4rKSQvZ211KSkge1xuICAgIGNvbnN0IG9uZSA9IHBsYWNlcy5nZXQoZnJvbSkgPz8gMDtcbiAgICBjb25zdCBvdGhlciA9IHBsYWNlcy5nZXQodG8pID8/IDA7XG4gICAgY29uc3Qgd2lkdGggPSBtZXNzYWdlLmxlbmd0aCAqIE1FU1NBR0VfV0lEVEg7XG4gICAgaWYgKE1hdGguYWJzKG9uZSAtIG90aGVyKSAhPT0gMSkgY29udGludWU7XG4gICAgY29uc3QgbGVmdCA9IE1hdGgubWluKG9uZSwgb3RoZXIpO1xuICAgIGdhcHNbbGVmdF0gPSBNYXRoLm1heChnYXBzW2xlZnRdLCB3aWR0aCk7XG4gIH1cbiAgcmV0dXJuIG5hbWVkLnJlZHVjZSgodGV4dCwgW2xpbmUsICwgbmFtZV0sIGluZGV4KSA9PiB7XG4gICAgY29uc3Qgd2lkZSA9IE1hdGgubWF4KGdhcHNbaW5kZXhdLCBnYXBzW2luZGV4IC0gMV0gPz8gMCkgLSBCRVNJREVfTkFNRVM7XG4gICAgY29uc3QgbWlzc2luZyA9IE1hdGguY2VpbCh3aWRlIC8gTkFNRV9XSURUSCkgLSBuYW1lLmxlbmd0aDtcbiAgICByZXR1cm4gbWlzc2luZyA8PSAwID8gdGV4dCA6IHRleHQucmVwbGFjZShsaW5lLCBgJHtsaW5lfSR7RklMTEVSLnJlcGVhdChtaXNzaW5nKX1gKTtcbiAgfSwgc291cmNlKTtcbn1cbiIsICJjb25zdCBfX3ZpdGVfaW5qZWN0ZWRfb3JpZ2luYWxfZGlybmFtZSA9IFwiL3RtcC9oL2QzL3NpdGUvbWFya2Rvd25cIjtjb25zdCBfX3ZpdGVfaW5qZWN0ZWRfb3JpZ2luYWxfZmlsZW5hbWUgPSBcIi90bXAvaC9kMy9zaXRlL21hcmtkb3duL2xpbmtzLmpzXCI7Y29uc3QgX192aXRlX2luamVjdGVkX29yaWdpbmFsX2ltcG9ydF9tZXRhX3VybCA9IFwiZmlsZTovLy90bXAvaC9kMy9zaXRlL21hcmtkb3duL2xpbmtzLmpzXCI7aW1wb3J0IHsgbG9jYXRlLCBQQUdFUywgdG9BZGRyZXNzLCB0b1BhdGggfSBmcm9tICcuLi9wYWdlcy5qcyc7XG5pbXBvcnQgeyB3YWxrSW5saW5lIH0gZnJvbSAnLi90b2tlbnMuanMnO1xuXG5jb25zdCBPVVRTSURFID0gL14oPzpbYS16XVthLXorLi1dKjp8XFwvXFwvKS9pdTtcblxuLyoqXG4gKiBNYWtlcyBsaW5rcyBiZXR3ZWVuIGZpbGVzIG9mIHRoZSByZXBvc2l0b3J5IGxpbmtzIGJldHdlZW4gcGFnZXMsIGFuZCBub3RlcyB0aGVtIHdpdGggdGhlIGFuY2hvcnNcbiAqIG9mIGVhY2ggcGFnZS5cbiAqXG4gKiBAcGFyYW0ge2ltcG9ydCgndml0ZXByZXNzJykuTWFya2Rvd25SZW5kZXJlcn0gbWRcbiAqIEBwYXJhbSB7aW1wb3J0KCcuL2ZhdWx0cy5qcycpLkZhdWx0c30gZmF1bHRzXG4gKi9cbmV4cG9ydCBmdW5jdGlvbiBsaW5rUGFnZXMobWQsIGZhdWx0cykge1xuICBtZC5jb3JlLnJ1bGVyLnB1c2goJ2xpbmstcGFnZXMnLCAoeyB0b2tlbnMsIGVudiB9KSA9PiB7XG4gICAgY29uc3QgZnJvbSA9IHRvUGF0aChlbnYucGF0aCk7XG4gICAgZmF1bHRzLmFkZEFuY2hvcnMoZnJvbSwgZmluZEFuY2hvcnModG9rZW5zKSk7XG4gICAgd2Fsa0lubGluZSh0b2tlbnMsICh0b2tlbikgPT4ge1xuICAgICAgaWYgKHRva2VuLnR5cGUgIT09ICdsaW5rX29wZW4nKSByZXR1cm47XG4gICAgICBjb25zdCBocmVmID0gdG9rZW4uYXR0ckdldCgnaHJlZicpID8/ICcnO1xuICAgICAgaWYgKE9VVFNJREUudGVzdChocmVmKSB8fCBocmVmLnN0YXJ0c1dpdGgoJy8nKSkgcmV0dXJuO1xuICAgICAgY29uc3QgW2ZpbGUgPSAnJywgaGFzaF0gPSBocmVmLnNwbGl0KCcjJyk7XG4gICAgICBjb25zdCBwYXRoID0gZmlsZSA9PT0gJycgPyBmcm9tIDogbG9jYXRlKGZyb20sIGZpbGUpO1xuICAgICAgaWYgKHBhdGggPT09IHVuZGVmaW5lZCkge1xuICAgICAgICBmYXVsdHMuYWRkKGZyb20sIGBsaW5rcyB0byAke2hyZWZ9LCB3aGljaCBtdXN0IGV4aXN0YCk7XG4gICAgICAgIHJldHVybjtcbiAgICAgIH1cbiAgICAgIGlmIChoYXNoICE9PSB1bmRlZmluZWQgJiYgUEFHRVMuaGFzKHBhdGgpKSBmYXVsdHMuYWRkTGluayh7IGZyb20sIHBhdGgsIGhhc2gsIGhyZWYgfSk7XG4gICAgICBpZiAoZmlsZSA9PT0gJycpIHJldHVybjtcbiAgICAgIHRva2VuLmF0dHJTZXQoJ2hyZWYnLCB0b0FkZHJlc3MocGF0aCkgKyAoaGFzaCA9PT0gdW5kZWZpbmVkID8gJycgOiBgIyR7aGFzaH1gKSk7XG4gICAgfSk7XG4gIH0pO1xufVxuXG4vKiogTGlzdHMgdGhlIGFuY2hvcnMgb2YgYSBwYWdlOiBvZiBpdHMgaGVhZGluZ3MsIGFuZCB0aG9zZSB3cml0dGVuIGFzIEhUTUwuICovXG5mdW5jdGlvbiBmaW5kQW5jaG9ycyh0b2tlbnMpIHtcbiAgY29uc3QgaGVhZGluZ3MgPSB0b2tlbnMuZmxhdE1hcCgodG9rZW4pID0+IHtcbiAgICBjb25zdCBpZCA9IHRva2VuLnR5cGUgPT09ICdoZWFkaW5nX29wZW4nID8gdG9rZW4uYXR0ckdldCgnaWQnKSA6IG51bGw7XG4gICAgcmV0dXJuIGlkID09PSBudWxsID8gW10gOiBbaWRdO1xuICB9KTtcbiAgY29uc3Qgd3JpdHRlbiA9IHRva2Vuc1xuICAgIC5maWx0ZXIoKHsgdHlwZSB9KSA9PiB0eXBlID09PSAnaHRtbF9ibG9jaycgfHwgdHlwZSA9PT0gJ2lubGluZScpXG4gICAgLmZsYXRNYXAoKHsgY29udGVudCB9KSA9PiBbLi4uY29udGVudC5tYXRjaEFsbCgvPGEgKD86aWR8bmFtZSk9XCIoW15cIl0rKVwiL2d1KV0pXG4gICAgLm1hcCgoWywgaWRdKSA9PiBpZCk7XG4gIHJldHVybiBbLi4uaGVhZGluZ3MsIC4uLndyaXR0ZW5dO1xufVxuIiwgImNvbnN0IF9fdml0ZV9pbmplY3RlZF9vcmlnaW5hbF9kaXJuYW1lID0gXCIvdG1wL2gvZDMvc2l0ZS9tYXJrZG93blwiO2NvbnN0IF9fdml0ZV9pbmplY3RlZF9vcmlnaW5hbF9maWxlbmFtZSA9IFwiL3RtcC9oL2QzL3NpdGUvbWFya2Rvd24vbmFtZXMuanNcIjtjb25zdCBfX3ZpdGVfaW5qZWN0ZWRfb3JpZ2luYWxfaW1wb3J0X21ldGFfdXJsID0gXCJmaWxlOi8vL3RtcC9oL2QzL3NpdGUvbWFya2Rvd24vbmFtZXMuanNcIjtpbXBvcnQgeyB0b0FkZHJlc3MsIHRvUGF0aCB9IGZyb20gJy4uL3BhZ2VzLmpzJztcbmltcG9ydCB7IGZpbmRBbmNob3JzIH0gZnJvbSAnLi9yZWZlcmVuY2UuanMnO1xuXG4vKiogQSBuYW1lIG9mIGNvZGUgdGhhdCBubyB3b3JkIG9mIEVuZ2xpc2ggaXMuICovXG5jb25zdCBOQU1FID0gL14oW0EtWmEtel0rW2EtejAtOV1bQS1aXVxcdyp8W0EtWl0rX1xcdyt8W0EtWl1bYS16XStbQS1aXVxcdyopKD86XFwoXFwpKT8kL3U7XG5cbi8qKlxuICogTGlua3MgdGhlIG5hbWVzIG9mIHRoZSBwdWJsaWMgQVBJLCB3aGVyZSBhIHRleHQgbWVudGlvbnMgdGhlbSwgdG8gdGhlIHJlZmVyZW5jZS5cbiAqXG4gKiBAcGFyYW0ge2ltcG9ydCgndml0ZXByZXNzJykuTWFya2Rvd25SZW5kZXJlcn0gbWRcbiAqL1xuZXhwb3J0IGZ1bmN0aW9uIGxpbmtOYW1lcyhtZCkge1xuICBjb25zdCBhbmNob3JzID0gZmluZEFuY2hvcnMoKTtcbiAgbWQuY29yZS5ydWxlci5wdXNoKCdsaW5rLW5hbWVzJywgKHsgdG9rZW5zLCBlbnYsIFRva2VuIH0pID0+IHtcbiAgICBjb25zdCBwYWdlID0gdG9QYXRoKGVudi5wYXRoKTtcbiAgICBmb3IgKGNvbnN0IFtpbmRleCwgeyB0eXBlLCBjaGlsZHJlbiB9XSBvZiB0b2tlbnMuZW50cmllcygpKSB7XG4gICAgICBpZiAodHlwZSAhPT0gJ2lubGluZScgfHwgdG9rZW5zW2luZGV4IC0gMV0/LnR5cGUgPT09ICdoZWFkaW5nX29wZW4nKSBjb250aW51ZTtcbiAgICAgIHRva2Vuc1tpbmRleF0uY2hpbGRyZW4gPSBsaW5rQWxsKGNoaWxkcmVuLCB7IGFuY2hvcnMsIHBhZ2UsIFRva2VuIH0pO1xuICAgIH1cbiAgfSk7XG59XG5cbmZ1bmN0aW9uIGxpbmtBbGwoY2hpbGRyZW4sIHsgYW5jaG9ycywgcGFnZSwgVG9rZW4gfSkge1xuICBsZXQgaW5MaW5rID0gZmFsc2U7XG4gIHJldHVybiBjaGlsZHJlbi5mbGF0TWFwKCh0b2tlbikgPT4ge1xuICAgIGlmICh0b2tlbi50eXBlID09PSAnbGlua19vcGVuJykgaW5MaW5rID0gdHJ1ZTtcbiAgICBpZiAodG9rZW4udHlwZSA9PT0gJ2xpbmtfY2xvc2UnKSBpbkxpbmsgPSBmYWxzZTtcbiAgICBjb25zdCBbLCBuYW1lXSA9ICh0b2tlbi50eXBlID09PSAnY29kZV9pbmxpbmUnICYmIE5BTUUuZXhlYyh0b2tlbi5jb250ZW50KSkgfHwgW107XG4gICAgY29uc3QgYW5jaG9yID0gaW5MaW5rID8gdW5kZWZpbmVkIDogYW5jaG9ycy5nZXQobmFtZSk7XG4gICAgaWYgKGFuY2hvciA9PT0gdW5kZWZpbmVkKSByZXR1cm4gW3Rva2VuXTtcbiAgICBjb25zdCBbcGF0aCwgaGFzaF0gPSBhbmNob3Iuc3BsaXQoJyMnKTtcbiAgICBjb25zdCBvcGVuID0gbmV3IFRva2VuKCdsaW5rX29wZW4nLCAnYScsIDEpO1xuICAgIG9wZW4uYXR0cnMgPSBbXG4gICAgICBbJ2hyZWYnLCBwYXRoID09PSBwYWdlID8gYCMke2hhc2h9YCA6IGAke3RvQWRkcmVzcyhwYXRoKX0jJHtoYXNofWBdLFxuICAgICAgWydjbGFzcycsICduYW1lJ10sXG4gICAgXTtcbiAgICByZXR1cm4gW29wZW4sIHRva2VuLCBuZXcgVG9rZW4oJ2xpbmtfY2xvc2UnLCAnYScsIC0xKV07XG4gIH0pO1xufVxuIiwgImNvbnN0IF9fdml0ZV9pbmplY3RlZF9vcmlnaW5hbF9kaXJuYW1lID0gXCIvdG1wL2gvZDMvc2l0ZS9tYXJrZG93blwiO2NvbnN0IF9fdml0ZV9pbmplY3RlZF9vcmlnaW5hbF9maWxlbmFtZSA9IFwiL3RtcC9oL2QzL3NpdGUvbWFya2Rvd24vcnVsZXMuanNcIjtjb25zdCBfX3ZpdGVfaW5qZWN0ZWRfb3JpZ2luYWxfaW1wb3J0X21ldGFfdXJsID0gXCJmaWxlOi8vL3RtcC9oL2QzL3NpdGUvbWFya2Rvd24vcnVsZXMuanNcIjtpbXBvcnQgeyBjaGVja05hbWVzIH0gZnJvbSAnLi9jaGVjay1uYW1lcy5qcyc7XG5pbXBvcnQgeyBzaG9ydGVuQ29kZSB9IGZyb20gJy4vY29kZS5qcyc7XG5pbXBvcnQgeyBkcmF3RGlhZ3JhbXMgfSBmcm9tICcuL2RpYWdyYW1zLmpzJztcbmltcG9ydCB7IHdyaXRlTGFuZGluZyB9IGZyb20gJy4vbGFuZGluZy5qcyc7XG5pbXBvcnQgeyBsaW5rUGFnZXMgfSBmcm9tICcuL2xpbmtzLmpzJztcbmltcG9ydCB7IGxpbmtOYW1lcyB9IGZyb20gJy4vbmFtZXMuanMnO1xuaW1wb3J0IHsgd3JpdGVSZWZlcmVuY2UgfSBmcm9tICcuL3JlZmVyZW5jZS5qcyc7XG5cbi8qKlxuICogR2l2ZXMgYSByZW5kZXJlciBvZiBNYXJrZG93biB3aGF0IHRoaXMgc2l0ZSBhZGRzLCBpbiB0aGUgb3JkZXIgaW4gd2hpY2ggaXQgaXMgZG9uZS5cbiAqXG4gKiBAcGFyYW0ge2ltcG9ydCgndml0ZXByZXNzJykuTWFya2Rvd25SZW5kZXJlcn0gbWRcbiAqIEBwYXJhbSB7aW1wb3J0KCcuL2ZhdWx0cy5qcycpLkZhdWx0c30gZmF1bHRzXG4gKi9cbmV4cG9ydCBmdW5jdGlvbiBhZGRSdWxlcyhtZCwgZmF1bHRzKSB7XG4gIHNob3J0ZW5Db2RlKG1kKTtcbiAgd3JpdGVMYW5kaW5nKG1kKTtcbiAgd3JpdGVSZWZlcmVuY2UobWQpO1xuICBsaW5rUGFnZXMobWQsIGZhdWx0cyk7XG4gIGNoZWNrTmFtZXMobWQsIGZhdWx0cyk7XG4gIGxpbmtOYW1lcyhtZCk7XG4gIGRyYXdEaWFncmFtcyhtZCk7XG59XG4iLCAiY29uc3QgX192aXRlX2luamVjdGVkX29yaWdpbmFsX2Rpcm5hbWUgPSBcIi90bXAvaC9kMy9zaXRlL21hcmtkb3duXCI7Y29uc3QgX192aXRlX2luamVjdGVkX29yaWdpbmFsX2ZpbGVuYW1lID0gXCIvdG1wL2gvZDMvc2l0ZS9tYXJrZG93bi9zbHVnLmpzXCI7Y29uc3QgX192aXRlX2luamVjdGVkX29yaWdpbmFsX2ltcG9ydF9tZXRhX3VybCA9IFwiZmlsZTovLy90bXAvaC9kMy9zaXRlL21hcmtkb3duL3NsdWcuanNcIjsvKipcbiAqIFJldHVybnMgdGhlIGFuY2hvciBvZiBhIGhlYWRpbmcgYXMgR2l0SHViIG1ha2VzIGl0LCBzbyB0aGF0IGEgbGluayB0byBpdCB3b3JrcyBpbiBib3RoIHBsYWNlcy5cbiAqXG4gKiBAcGFyYW0ge3N0cmluZ30gaGVhZGluZ1xuICovXG5leHBvcnQgZnVuY3Rpb24gdG9TbHVnKGhlYWRpbmcpIHtcbiAgcmV0dXJuIGhlYWRpbmdcbiAgICAudHJpbSgpXG4gICAgLnRvTG93ZXJDYXNlKClcbiAgICAucmVwbGFjZUFsbCgvW15cXHB7TH1cXHB7TX1cXHB7Tn1cXHB7UGN9XFwtIF0vZ3UsICcnKVxuICAgIC5yZXBsYWNlQWxsKCcgJywgJy0nKTtcbn1cbiIsICJjb25zdCBfX3ZpdGVfaW5qZWN0ZWRfb3JpZ2luYWxfZGlybmFtZSA9IFwiL3RtcC9oL2QzL3NpdGVcIjtjb25zdCBfX3ZpdGVfaW5qZWN0ZWRfb3JpZ2luYWxfZmlsZW5hbWUgPSBcIi90bXAvaC9kMy9zaXRlL3NpZGViYXIuanNcIjtjb25zdCBfX3ZpdGVfaW5qZWN0ZWRfb3JpZ2luYWxfaW1wb3J0X21ldGFfdXJsID0gXCJmaWxlOi8vL3RtcC9oL2QzL3NpdGUvc2lkZWJhci5qc1wiO2ltcG9ydCB7IHJlYWRGaWxlU3luYyB9IGZyb20gJ25vZGU6ZnMnO1xuaW1wb3J0IHsgam9pbiB9IGZyb20gJ25vZGU6cGF0aCc7XG5pbXBvcnQgeyBQQUdFUywgdG9BZGRyZXNzLCBXT1JLU1BBQ0UgfSBmcm9tICcuL3BhZ2VzLmpzJztcblxuLyoqIFRoZSBwYWdlcyBvZiBgZG9jc2AgYnkgd2hhdCBhIHJlYWRlciB3YW50cyB0byBkby4gQSBwYWdlIHRoYXQgaXMgaW4gbm8gZ3JvdXAgaXMgdW5kZXIgXCJNb3JlXCIuICovXG5jb25zdCBHUk9VUFMgPSB7XG4gIFN0YXJ0OiBbJ1JFQURNRScsICdzdGFydCcsICd0dXRvcmlhbCcsICdjb21wYXJpc29uJywgJ21vdmUtZnJvbS10aGUtc2RrJywgJ3ZlcnNpb25zJ10sXG4gIEd1aWRlczogW1xuICAgICdndWlkZXMvUkVBRE1FJyxcbiAgICAnZ3VpZGVzL3F1ZXN0aW9ucycsXG4gICAgJ2d1aWRlcy9maWxlcycsXG4gICAgJ2d1aWRlcy9sb25nLXRhc2tzJyxcbiAgICAnZ3VpZGVzL3pvZCcsXG4gICAgJ2d1aWRlcy92ZXJzaW9ucycsXG4gICAgJ2d1aWRlcy9hZ2VudHMnLFxuICAgICdndWlkZXMvZXhwcmVzcycsXG4gICAgJ2d1aWRlcy9yZWFjdCcsXG4gICAgJ2d1aWRlcy9kZXBsb3ltZW50JyxcbiAgICAnbW9kZWxzJyxcbiAgXSxcbiAgVGVzdDogWyd0ZXN0LXlvdXItYWdlbnQnLCAnY29uZm9ybWFuY2UnXSxcbiAgRGVmaW5lOiBbJ2RlZmluZS1hLXNraWxsJywgJ2pzb24tc2NoZW1hJywgJ2dlbmVyYXRlLXR5cGVzJywgJ3ZhbGlkYXRlJywgJ2NvbXBhcmUtYWdlbnRzJ10sXG4gIFNlcnZlOiBbXG4gICAgJ3NlcnZlLWFuLWFnZW50JyxcbiAgICAnbmV0d29yay1zYWZldHknLFxuICAgICdzaWduLWluJyxcbiAgICAnc2lnbmVkLWNhcmRzJyxcbiAgICAncHVzaC1ub3RpZmljYXRpb25zJyxcbiAgICAnc2Vzc2lvbnMnLFxuICAgICdtZXNzYWdlLWVudmVsb3BlcycsXG4gIF0sXG4gIENhbGw6IFsnY2FsbC1hbi1hZ2VudCcsICdjb21tYW5kLWxpbmUnLCAnZXJyb3JzJywgJ3JlZ2lzdHJ5J10sXG4gIEZvcm1zOiBbJ2Zvcm0tYXBwJywgJ2VtYmVkJywgJ2Zvcm1zJywgJ3Jlc3VsdHMnLCAnbGl2ZS10YXNrcycsICdsYW5ndWFnZXMnXSxcbiAgTUNQOiBbJ21jcCcsICdtY3AtaG9zdHMnLCAnbWNwLWFwcCddLFxuICBQZW9wbGU6IFsnaW5ib3gnLCAnaGlzdG9yeScsICdleHRlbnNpb25zL3Blb3BsZS12MSddLFxuICBPcGVyYXRlOiBbJ29wZXJhdGlvbnMnLCAnY29uc29sZScsICd0YXNrcy1ieS1vcGVyYXRvcnMnLCAnZW5naW5lcycsICdibG9icyddLFxuICBTY2FsZTogWydyZXBsaWNhcycsICdjYXBhY2l0eScsICdkaXNwYXRjaGVycycsICd0ZW1wb3JhbCcsICdwZXJmb3JtYW5jZSddLFxuICAnVGhlIGV4dGVuc2lvbic6IFsnZXh0ZW5zaW9uJywgJ2V4dGVuc2lvbnMvZm9sbG93LXVwLWZvcm1zLXYxJ10sXG59O1xuXG4vKiogVGhlIGdyb3VwcyB0aGF0IGFyZSBvcGVuIGJlZm9yZSBhIHJlYWRlciBjaG9vc2VzIG9uZS4gKi9cbmNvbnN0IE9QRU4gPSBuZXcgU2V0KFsnU3RhcnQnLCAnRGVmaW5lJywgJ1NlcnZlJywgJ0NhbGwnXSk7XG5cbi8qKiBNYWtlcyB0aGUgc2lkZWJhcjogZ3JvdXBzIG9mIHBhZ2VzLCB0aXRsZWQgYnkgdGhlaXIgZmlyc3QgaGVhZGluZ3MuICovXG5leHBvcnQgZnVuY3Rpb24gY3JlYXRlU2lkZWJhcigpIHtcbiAgY29uc3QgZ3JvdXBzID0gT2JqZWN0LmVudHJpZXMoR1JPVVBTKS5tYXAoKFt0ZXh0LCBuYW1lc10pID0+XG4gICAgdG9Hcm91cChcbiAgICAgIHRleHQsXG4gICAgICBuYW1lcy5tYXAoKG5hbWUpID0+IGBkb2NzLyR7bmFtZX0ubWRgKS5maWx0ZXIoKHBhdGgpID0+IFBBR0VTLmhhcyhwYXRoKSksXG4gICAgKSxcbiAgKTtcbiAgY29uc3QgcmVmZXJlbmNlID0gbGlzdEZvbGRlcignZG9jcy9yZWZlcmVuY2UnKTtcbiAgY29uc3QgZGVjaXNpb25zID0gbGlzdEZvbGRlcignZG9jcy9kZWNpc2lvbnMnKTtcbiAgY29uc3QgcHJvamVjdCA9IFtcbiAgICAnZG9jcy9hcmNoaXRlY3R1cmUubWQnLFxuICAgICdkb2NzL3Rlc3RpbmcubWQnLFxuICAgICdDT05UUklCVVRJTkcubWQnLFxuICAgICdTRUNVUklUWS5tZCcsXG4gICAgLi4uWy4uLlBBR0VTXS5maWx0ZXIoKHBhdGgpID0+IHBhdGguc3RhcnRzV2l0aCgnc2NoZW1hcy8nKSksXG4gICAgJ0NIQU5HRUxPRy5tZCcsXG4gIF0uZmlsdGVyKChwYXRoKSA9PiBQQUdFUy5oYXMocGF0aCkpO1xuICBjb25zdCBrbm93biA9IG5ldyBTZXQoW1xuICAgIC4uLk9iamVjdC52YWx1ZXMoR1JPVVBTKVxuICAgICAgLmZsYXQoKVxuICAgICAgLm1hcCgobmFtZSkgPT4gYGRvY3MvJHtuYW1lfS5tZGApLFxuICAgIC4uLnJlZmVyZW5jZSxcbiAgICAuLi5kZWNpc2lvbnMsXG4gICAgLi4ucHJvamVjdCxcbiAgXSk7XG4gIGNvbnN0IG1vcmUgPSBbLi4uUEFHRVNdLmZpbHRlcigocGF0aCkgPT4gcGF0aC5zdGFydHNXaXRoKCdkb2NzLycpICYmICFrbm93bi5oYXMocGF0aCkpO1xuICByZXR1cm4gW1xuICAgIC4uLmdyb3VwcyxcbiAgICB0b0dyb3VwKCdNb3JlJywgbW9yZS50b1NvcnRlZCgpKSxcbiAgICB0b0dyb3VwKCdSZWZlcmVuY2UnLCByZWZlcmVuY2UpLFxuICAgIHRvR3JvdXAoJ0RlY2lzaW9ucycsIGRlY2lzaW9ucyksXG4gICAgdG9Hcm91cCgnVGhlIHByb2plY3QnLCBwcm9qZWN0KSxcbiAgXS5maWx0ZXIoKHsgaXRlbXMgfSkgPT4gaXRlbXMubGVuZ3RoID4gMCk7XG59XG5cbmZ1bmN0aW9uIHRvR3JvdXAodGV4dCwgcGF0aHMpIHtcbiAgY29uc3QgaXRlbXMgPSBwYXRocy5tYXAoKHBhdGgpID0+ICh7IHRleHQ6IHJlYWRUaXRsZShwYXRoKSwgbGluazogdG9BZGRyZXNzKHBhdGgpIH0pKTtcbiAgcmV0dXJuIHsgdGV4dCwgaXRlbXMsIGNvbGxhcHNlZDogIU9QRU4uaGFzKHRleHQpIH07XG59XG5cbi8qKiBMaXN0cyB0aGUgcGFnZXMgb2YgYSBmb2xkZXIsIGl0cyBpbmRleCBmaXJzdC4gKi9cbmZ1bmN0aW9uIGxpc3RGb2xkZXIoZm9sZGVyKSB7XG4gIGNvbnN0IHBhZ2VzID0gWy4uLlBBR0VTXS5maWx0ZXIoKHBhdGgpID0+IHBhdGguc3RhcnRzV2l0aChgJHtmb2xkZXJ9L2ApKS50b1NvcnRlZCgpO1xuICBjb25zdCBpbmRleCA9IGAke2ZvbGRlcn0vUkVBRE1FLm1kYDtcbiAgcmV0dXJuIFtpbmRleCwgLi4ucGFnZXMuZmlsdGVyKChwYXRoKSA9PiBwYXRoICE9PSBpbmRleCldO1xufVxuXG4vKiogUmV0dXJucyB0aGUgZmlyc3QgaGVhZGluZyBvZiBhIHBhZ2UsIHdpdGhvdXQgd2hhdCBldmVyeSBwYWdlIG9mIGl0cyBncm91cCByZXBlYXRzLiAqL1xuZnVuY3Rpb24gcmVhZFRpdGxlKHBhdGgpIHtcbiAgY29uc3QgdGV4dCA9IHJlYWRGaWxlU3luYyhqb2luKFdPUktTUEFDRSwgcGF0aCksICd1dGY4Jyk7XG4gIGNvbnN0IHRpdGxlID0gL14jICguKykkL211LmV4ZWModGV4dCk/LlsxXSA/PyBwYXRoO1xuICByZXR1cm4gdGl0bGUucmVwbGFjZSgvXkRlY2lzaW9uczogKC4pL3UsIChfLCBmaXJzdCkgPT4gZmlyc3QudG9VcHBlckNhc2UoKSk7XG59XG4iXSwKICAibWFwcGluZ3MiOiAiO0FBQW1QLFNBQVMsZ0JBQUFBLHFCQUFvQjtBQUNoUixTQUFTLFFBQUFDLGFBQVk7QUFDckIsU0FBUyxvQkFBb0I7OztBQ0Y0TSxTQUFTLCtCQUErQjtBQUVqUixJQUFNLFNBQVM7QUFHUixJQUFNLGFBQWEsd0JBQXdCLEVBQUUsTUFBTSxRQUFRLGdCQUFnQixPQUFPLENBQUM7QUFHMUYsSUFBTSxRQUFRLG9CQUFJLElBQUksQ0FBQyxjQUFjLG1CQUFtQixDQUFDO0FBRXpELElBQU0sUUFBUSxJQUFJLE9BQU8sNEJBQTRCLE1BQU0sZ0NBQWdDLElBQUk7QUFReEYsU0FBUyxZQUFZLElBQUk7QUFDOUIsUUFBTSxFQUFFLFVBQVUsSUFBSSxHQUFHO0FBQ3pCLEtBQUcsUUFBUSxZQUFZLElBQUksVUFDekIsVUFBVSxHQUFHLEtBQUssRUFBRTtBQUFBLElBQVc7QUFBQSxJQUFPLENBQUMsR0FBRyxNQUFNLFNBQzlDLE1BQU0sSUFBSSxJQUFJLElBQUksT0FBTyxnQkFBZ0IsS0FBSyxRQUFRLFVBQVUsSUFBSSxDQUFDLEtBQUssSUFBSTtBQUFBLEVBQ2hGO0FBQ0o7OztBQ2JPLFNBQVMsZUFBZTtBQUU3QixRQUFNLFVBQVUsb0JBQUksSUFBSTtBQUV4QixRQUFNLFFBQVEsQ0FBQztBQUVmLFFBQU0sUUFBUSxvQkFBSSxJQUFJO0FBQ3RCLFNBQU87QUFBQTtBQUFBLElBRUwsSUFBSSxNQUFNLE9BQU87QUFDZixZQUFNLElBQUksR0FBRyxJQUFJLElBQUksS0FBSyxHQUFHO0FBQUEsSUFDL0I7QUFBQSxJQUNBLFdBQVcsTUFBTSxLQUFLO0FBQ3BCLGNBQVEsSUFBSSxNQUFNLElBQUksSUFBSSxHQUFHLENBQUM7QUFBQSxJQUNoQztBQUFBO0FBQUEsSUFFQSxRQUFRLE1BQU07QUFDWixZQUFNLEtBQUssSUFBSTtBQUFBLElBQ2pCO0FBQUE7QUFBQSxJQUVBLE9BQU87QUFDTCxZQUFNLE9BQU8sTUFDVixPQUFPLENBQUMsRUFBRSxNQUFNLEtBQUssTUFBTSxRQUFRLElBQUksSUFBSSxHQUFHLElBQUksbUJBQW1CLElBQUksQ0FBQyxNQUFNLElBQUksRUFDcEYsSUFBSSxDQUFDLEVBQUUsTUFBTSxLQUFLLE1BQU0sR0FBRyxJQUFJLGFBQWEsSUFBSSx5Q0FBeUM7QUFDNUYsYUFBTyxDQUFDLEdBQUcsb0JBQUksSUFBSSxDQUFDLEdBQUcsT0FBTyxHQUFHLElBQUksQ0FBQyxDQUFDLEVBQUUsU0FBUztBQUFBLElBQ3BEO0FBQUEsRUFDRjtBQUNGOzs7QUN0QytPLFNBQVMsZ0JBQUFDLHFCQUFvQjtBQUM1USxTQUFTLFFBQUFDLGFBQVk7OztBQ0FyQixTQUFTLFlBQVksVUFBVSxjQUFjLGdCQUFnQjtBQUM3RCxTQUFTLFNBQVMsTUFBTSxXQUFXLGdCQUFnQjtBQUNuRCxTQUFTLHFCQUFxQjtBQUhnRyxJQUFNLDJDQUEyQztBQUt4SyxJQUFNLFlBQVksY0FBYyxJQUFJLElBQUksTUFBTSx3Q0FBZSxDQUFDO0FBR3JFLElBQU0sUUFBUTtBQUdQLElBQU0sUUFBUSxJQUFJO0FBQUEsRUFDdkIsU0FBUyxDQUFDLFFBQVEsa0NBQWtDLEdBQUc7QUFBQSxJQUNyRCxLQUFLO0FBQUEsSUFDTCxTQUFTLENBQUMsb0JBQW9CO0FBQUEsRUFDaEMsQ0FBQztBQUNIO0FBUU8sU0FBUyxZQUFZLE1BQU07QUFDaEMsTUFBSSxLQUFLLFdBQVcsR0FBRyxLQUFLLEdBQUcsRUFBRyxRQUFPLEtBQUssUUFBUSxTQUFTLEVBQUU7QUFDakUsU0FBTyxLQUFLLFFBQVEsc0JBQXNCLFlBQVk7QUFDeEQ7QUFPTyxTQUFTLFVBQVUsTUFBTTtBQUM5QixNQUFJLENBQUMsTUFBTSxJQUFJLElBQUksRUFBRyxRQUFPLFVBQVUsV0FBVyxJQUFJLENBQUM7QUFDdkQsU0FBTyxJQUFJLFlBQVksSUFBSSxFQUN4QixRQUFRLHFCQUFxQixJQUFJLEVBQ2pDLFFBQVEsVUFBVSxPQUFPLENBQUM7QUFDL0I7QUFRTyxTQUFTLFdBQVcsTUFBTTtBQUMvQixTQUFPLEtBQUssUUFBUSwyQkFBMkIsT0FBTztBQUN4RDtBQVNPLFNBQVMsT0FBTyxNQUFNLE1BQU07QUFDakMsUUFBTSxPQUFPLFVBQVUsS0FBSyxRQUFRLElBQUksR0FBRyxVQUFVLElBQUksQ0FBQyxDQUFDO0FBQzNELFFBQU0sT0FBTyxLQUFLLFdBQVcsSUFBSTtBQUNqQyxNQUFJLEtBQUssV0FBVyxJQUFJLEtBQUssQ0FBQyxXQUFXLElBQUksRUFBRyxRQUFPO0FBQ3ZELE1BQUksQ0FBQyxTQUFTLElBQUksRUFBRyxRQUFPO0FBQzVCLFFBQU0sUUFBUSxLQUFLLE1BQU0sV0FBVztBQUNwQyxTQUFPLE1BQU0sSUFBSSxLQUFLLElBQUksUUFBUSxLQUFLLFFBQVEsUUFBUSxFQUFFO0FBQzNEO0FBR08sU0FBUyxTQUFTLE1BQU07QUFDN0IsU0FBTyxTQUFTLEtBQUssV0FBVyxJQUFJLENBQUMsRUFBRSxZQUFZO0FBQ3JEO0FBK0JPLFNBQVMsT0FBTyxNQUFNO0FBQzNCLFFBQU0sT0FBTyxTQUFTLFdBQVcsSUFBSSxFQUFFLFdBQVcsTUFBTSxHQUFHO0FBQzNELFFBQU0sUUFBUSxLQUFLLFFBQVEscUJBQXFCLGFBQWE7QUFDN0QsU0FBTyxNQUFNLElBQUksS0FBSyxJQUFJLFFBQVE7QUFDcEM7OztBRHBHTyxJQUFNLFVBQVU7QUFHdkIsSUFBTSxXQUFXO0FBQUEsRUFDZixlQUFlO0FBQUEsRUFDZix5QkFBeUI7QUFBQSxFQUN6QixvQ0FBb0M7QUFBQSxFQUNwQyxxQkFBcUI7QUFBQSxFQUNyQixxQkFBcUI7QUFBQSxFQUNyQixpQkFBaUI7QUFDbkI7QUFHQSxJQUFNLFlBQVksb0JBQUksSUFBSSxDQUFDLFlBQVksaUJBQWlCLFNBQVMsQ0FBQztBQU8zRCxTQUFTLGFBQWEsSUFBSTtBQUMvQixLQUFHLEtBQUssTUFBTSxPQUFPLGFBQWEsaUJBQWlCLENBQUMsVUFBVTtBQUM1RCxRQUFJLE1BQU0sSUFBSSxpQkFBaUIsUUFBUztBQUN4QyxVQUFNLENBQUMsRUFBRSxHQUFHLFFBQVEsSUFBSSxjQUFjLE1BQU0sR0FBRztBQUUvQyxVQUFNLFFBQVEsTUFBTSxJQUFJLE1BQU0sR0FBRyxNQUFNLElBQUksUUFBUSxPQUFPLENBQUMsRUFBRSxRQUFRLGlCQUFpQixFQUFFO0FBQ3hGLFVBQU0sT0FBTyxTQUFTLE9BQU8sQ0FBQyxFQUFFLFFBQVEsTUFBTSxDQUFDLFVBQVUsSUFBSSxPQUFPLENBQUM7QUFDckUsVUFBTSxNQUFNLENBQUMsT0FBTyxHQUFHLEtBQUssSUFBSSxDQUFDLEVBQUUsS0FBSyxNQUFNLElBQUksQ0FBQyxFQUFFLEtBQUssSUFBSTtBQUFBLEVBQ2hFLENBQUM7QUFDSDtBQUdPLFNBQVMsY0FBYztBQUM1QixRQUFNLFNBQVNDLGNBQWFDLE1BQUssV0FBVyxXQUFXLEdBQUcsTUFBTTtBQUNoRSxRQUFNLFVBQVUsQ0FBQyxHQUFHLE9BQU8sU0FBUyw2QkFBNkIsQ0FBQztBQUNsRSxRQUFNLFdBQVcsT0FBTyxRQUFRLFFBQVEsRUFBRSxJQUFJLENBQUMsQ0FBQyxPQUFPLElBQUksTUFBTTtBQUMvRCxVQUFNLFFBQVEsUUFBUSxLQUFLLENBQUMsQ0FBQyxFQUFFLElBQUksTUFBTSxTQUFTLEtBQUs7QUFDdkQsUUFBSSxVQUFVO0FBQ1osWUFBTSxJQUFJO0FBQUEsUUFDUix5RUFBeUUsS0FBSztBQUFBLE1BQ2hGO0FBQ0YsV0FBTyxFQUFFLE9BQU8sTUFBTSxRQUFRLEtBQUssRUFBRSxHQUFHLFNBQVMsT0FBTyxNQUFNLENBQUMsQ0FBQyxHQUFHLEtBQUs7QUFBQSxFQUMxRSxDQUFDO0FBQ0QsUUFBTSxDQUFDLEVBQUUsV0FBVyxFQUFFLElBQUksNkNBQTZDLEtBQUssTUFBTSxLQUFLLENBQUM7QUFDeEYsUUFBTSxDQUFDLFVBQVUsRUFBRSxJQUFJLDRCQUE0QixLQUFLLE1BQU0sS0FBSyxDQUFDO0FBQ3BFLFNBQU87QUFBQSxJQUNMLFFBQVE7QUFBQSxJQUNSLE9BQU87QUFBQSxJQUNQLGVBQWU7QUFBQSxJQUNmLE1BQU07QUFBQSxNQUNKLE1BQU07QUFBQSxNQUNOLE1BQU07QUFBQSxNQUNOLFNBQVMsT0FBTyxPQUFPO0FBQUEsTUFDdkIsU0FBUztBQUFBLFFBQ1AsRUFBRSxPQUFPLFNBQVMsTUFBTSx5QkFBeUIsTUFBTSxtQkFBbUI7QUFBQSxRQUMxRSxFQUFFLE9BQU8sT0FBTyxNQUFNLGlCQUFpQixNQUFNLHVCQUF1QjtBQUFBLFFBQ3BFLEVBQUUsT0FBTyxPQUFPLE1BQU0sYUFBYSxNQUFNLG1CQUFtQjtBQUFBLE1BQzlEO0FBQUEsSUFDRjtBQUFBLElBQ0E7QUFBQSxJQUNBLFVBQVUsU0FBUyxLQUFLLEVBQUUsTUFBTSxJQUFJLEVBQUUsSUFBSSxTQUFTO0FBQUEsRUFDckQ7QUFDRjtBQUVBLFNBQVMsVUFBVSxNQUFNO0FBQ3ZCLFFBQU0sQ0FBQyxTQUFTLE9BQU8sRUFBRSxJQUFJLEtBQUssTUFBTSxRQUFRO0FBQ2hELFNBQU8sRUFBRSxTQUFTLEtBQUs7QUFDekI7QUFFQSxTQUFTLGNBQWMsTUFBTTtBQUMzQixTQUFPLEtBQUssTUFBTSxZQUFZLEVBQUUsSUFBSSxDQUFDLFVBQVU7QUFBQSxJQUM3QyxTQUFTLGNBQWMsS0FBSyxJQUFJLElBQUksQ0FBQyxLQUFLO0FBQUEsSUFDMUMsTUFBTTtBQUFBLEVBQ1IsRUFBRTtBQUNKO0FBR0EsU0FBUyxPQUFPLE1BQU07QUFDcEIsU0FBTyxLQUNKLFdBQVcsS0FBSyxNQUFNLEVBQ3RCLFdBQVcsMkJBQTJCLElBQUksRUFDMUMsV0FBVyxlQUFlLGlCQUFpQixFQUMzQyxXQUFXLGVBQWUsYUFBYTtBQUM1Qzs7O0FFeEZ1UCxTQUFTLGNBQUFDLGFBQVksWUFBQUMsV0FBVSxnQkFBQUMscUJBQW9CO0FBQzFTLFNBQVMsUUFBQUMsYUFBWTs7O0FDR2QsSUFBTSxjQUFjLG9CQUFJLElBQUk7QUFBQSxFQUNqQztBQUFBLEVBQ0E7QUFBQSxFQUNBO0FBQUEsRUFDQTtBQUFBLEVBQ0E7QUFBQSxFQUNBO0FBQUEsRUFDQTtBQUFBLEVBQ0E7QUFBQSxFQUNBO0FBQUEsRUFDQTtBQUFBLEVBQ0E7QUFBQSxFQUNBO0FBQUEsRUFDQTtBQUNGLENBQUM7OztBQ2hCRCxTQUFTLGNBQUFDLGFBQVksWUFBQUMsV0FBVSxnQkFBQUMscUJBQW9CO0FBQ25ELFNBQVMsV0FBQUMsVUFBUyxRQUFBQyxPQUFNLGFBQUFDLGtCQUFpQjtBQUN6QyxTQUFTLGlCQUFpQjs7O0FDRDFCLFNBQVMsV0FBQUMsVUFBUyxRQUFBQyxPQUFNLFlBQUFDLGlCQUFnQjtBQUN4QyxTQUFTLGlCQUFBQyxzQkFBcUI7QUFKNkcsSUFBTUMsNENBQTJDO0FBTXJMLElBQU1DLGFBQVlDLFNBQVFBLFNBQVFDLGVBQWNILHlDQUFlLENBQUMsQ0FBQzs7O0FDRnhFLElBQU0sZUFBZTtBQVVkLFNBQVMsaUJBQWlCLE1BQU0sWUFBWTtBQUNqRCxRQUFNLFlBQVksV0FBVztBQUFBLElBQU8sQ0FBQyxFQUFFLFlBQVksTUFDakQsWUFBWSxLQUFLLFdBQVcsV0FBVztBQUFBLEVBQ3pDO0FBRUEsUUFBTSxRQUFRLFVBQVUsU0FBUyxJQUFJLFlBQVk7QUFDakQsU0FBTyxNQUFNLElBQUksQ0FBQyxFQUFFLFlBQVksTUFBTSxNQUFNLE1BQU0sV0FBVyxDQUFDLEVBQUUsS0FBSyxJQUFJO0FBQzNFO0FBRUEsU0FBUyxNQUFNLE1BQU0sYUFBYTtBQUNoQyxVQUFRLFlBQVksTUFBTTtBQUFBLElBQ3hCLEtBQUs7QUFDSCxhQUFPLE9BQU8sS0FBSyxNQUFNLFlBQVksT0FBTyxZQUFZLEtBQUssS0FBSyxDQUFDO0FBQUEsSUFDckUsS0FBSztBQUNILGFBQU8sV0FBVyxNQUFNLFdBQVc7QUFBQSxJQUNyQyxLQUFLO0FBQ0gsYUFBTyxZQUFZLGFBQWEsSUFBSSxDQUFDLFFBQVEsY0FBYyxNQUFNLEdBQUcsQ0FBQyxFQUFFLEtBQUssSUFBSTtBQUFBLElBQ2xGO0FBQ0UsYUFBTyxLQUFLLE1BQU0sWUFBWSxPQUFPLFlBQVksR0FBRztBQUFBLEVBQ3hEO0FBQ0Y7QUFFQSxTQUFTLGNBQWMsTUFBTSxFQUFFLElBQUksS0FBSyxHQUFHO0FBQ3pDLFFBQU0sT0FBTyxTQUFTLEtBQUssTUFBTSxHQUFHLE9BQU8sR0FBRyxnQkFBZ0IsT0FBTyxHQUFHLEdBQUcsQ0FBQztBQUM1RSxRQUFNLFFBQVEsU0FBUyxPQUFPLEtBQUssS0FBSyxNQUFNLEtBQUssT0FBTyxLQUFLLEdBQUc7QUFDbEUsU0FBTyxVQUFVLE1BQU0sTUFBTSxTQUFTLGVBQWUsR0FBRyxJQUFJLE1BQU0sR0FBRyxJQUFJLE1BQU0sS0FBSztBQUN0RjtBQUVBLFNBQVMsV0FBVyxNQUFNLEVBQUUsT0FBTyxLQUFLLEdBQUc7QUFDekMsUUFBTSxVQUFVLEtBQUssS0FBSyxPQUFPLFFBQVEsRUFBRSxJQUFJLENBQUMsV0FBVztBQUN6RCxVQUFNLE1BQU0sT0FBTyxPQUFPLE1BQU0sU0FBUyxPQUFPLE9BQU8sU0FBUyxPQUFPO0FBQ3ZFLFdBQU8sS0FBSyxPQUFPLEtBQUssTUFBTSxPQUFPLE9BQU8sR0FBRyxFQUFFLFFBQVEsYUFBYSxFQUFFLENBQUMsQ0FBQztBQUFBLEVBQzVFLENBQUM7QUFDRCxTQUFPLEdBQUcsS0FBSyxNQUFNLE9BQU8sS0FBSyxLQUFLLEVBQUUsS0FBSyxDQUFDO0FBQUEsRUFBTyxRQUFRLEtBQUssSUFBSSxDQUFDO0FBQUE7QUFDekU7QUFFQSxTQUFTLFNBQVMsRUFBRSxLQUFLLGVBQWUsUUFBUSxVQUFVLEtBQUssR0FBRztBQUNoRSxNQUFJLFNBQVMsaUJBQWlCLEtBQUssU0FBUyxvQkFBcUIsUUFBTztBQUN4RSxTQUFPLGtCQUFrQixhQUFhLGFBQWE7QUFDckQ7QUFHQSxTQUFTLE9BQU8sTUFBTTtBQUNwQixTQUFPLEdBQUcsS0FBSyxLQUFLLEVBQUUsUUFBUSxnQkFBZ0IsRUFBRSxDQUFDO0FBQ25EOzs7QUY3QkEsSUFBTSxXQUFXO0FBRWpCLElBQU0sUUFBUTtBQUFBLEVBQ1oscUJBQXFCO0FBQUEsRUFDckIsbUJBQW1CO0FBQUEsRUFDbkIsa0JBQWtCO0FBQUEsRUFDbEIscUJBQXFCO0FBQ3ZCO0FBT08sU0FBUyxVQUFVO0FBQ3hCLFFBQU0sWUFBWSxJQUFJO0FBQUEsSUFDcEJJLFVBQVMsMkJBQTJCLEVBQUUsS0FBS0MsV0FBVSxDQUFDLEVBQ25ELFNBQVMsRUFDVCxJQUFJLENBQUMsU0FBUyxDQUFDQyxTQUFRLElBQUksR0FBRyxLQUFLLE1BQU0sS0FBSyxJQUFJLENBQUMsQ0FBQyxDQUFDO0FBQUEsRUFDMUQ7QUFDQSxRQUFNLFVBQVUsY0FBYyxTQUFTO0FBQ3ZDLFNBQU8sQ0FBQyxHQUFHLFNBQVMsRUFBRSxJQUFJLENBQUMsQ0FBQyxRQUFRLFFBQVEsT0FBTztBQUFBLElBQ2pELE1BQU0sT0FBTyxNQUFNLEdBQUcsRUFBRSxDQUFDO0FBQUEsSUFDekIsT0FBTyxTQUFTO0FBQUEsSUFDaEIsYUFBYSxTQUFTO0FBQUEsSUFDdEIsU0FBUyxZQUFZLFFBQVEsRUFBRSxJQUFJLENBQUMsRUFBRSxXQUFXLE9BQU8sT0FBTztBQUFBLE1BQzdEO0FBQUEsTUFDQSxPQUFPLFVBQVVDLE1BQUssUUFBUSxNQUFNLEdBQUcsT0FBTztBQUFBLElBQ2hELEVBQUU7QUFBQSxFQUNKLEVBQUU7QUFDSjtBQUdBLFNBQVMsS0FBSyxNQUFNO0FBQ2xCLFNBQU9DLGNBQWFELE1BQUtGLFlBQVcsSUFBSSxHQUFHLE1BQU07QUFDbkQ7QUFHQSxTQUFTLFlBQVksRUFBRSxNQUFNLFVBQVUsQ0FBQyxFQUFFLEdBQUc7QUFDM0MsU0FBTyxPQUFPLFFBQVEsT0FBTyxFQUMxQixPQUFPLENBQUMsQ0FBQyxJQUFJLE1BQU0sU0FBUyxRQUFRLEVBQ3BDLElBQUksQ0FBQyxDQUFDLE1BQU0sTUFBTSxPQUFPO0FBQUEsSUFDeEIsV0FBV0UsTUFBSyxNQUFNLElBQUk7QUFBQSxJQUMxQixRQUFRLE9BQU8sa0JBQWtCO0FBQUEsRUFDbkMsRUFBRSxFQUNELE9BQU8sQ0FBQyxFQUFFLE9BQU8sTUFBTSxXQUFXLE1BQVM7QUFDaEQ7QUFHQSxTQUFTLGNBQWMsV0FBVztBQUNoQyxRQUFNLE9BQU8sb0JBQUksSUFBSTtBQUNyQixTQUFPO0FBQUEsSUFDTCxLQUFLLE1BQU07QUFDVCxZQUFNLFFBQVEsS0FBSyxJQUFJLElBQUk7QUFDM0IsVUFBSSxVQUFVLE9BQVcsUUFBTztBQUNoQyxZQUFNLE9BQU8sS0FBSyxJQUFJO0FBQ3RCLFlBQU0sRUFBRSxTQUFTLFVBQVUsT0FBTyxJQUFJLFVBQVUsTUFBTSxJQUFJO0FBQzFELFVBQUksT0FBTyxTQUFTLEVBQUcsT0FBTSxJQUFJLE1BQU0sZUFBZSxJQUFJLEtBQUssT0FBTyxDQUFDLEVBQUUsT0FBTyxFQUFFO0FBQ2xGLFlBQU0sU0FBUyxFQUFFLE1BQU0sTUFBTSxNQUFNLFFBQVEsTUFBTSxTQUFTO0FBQzFELFdBQUssSUFBSSxNQUFNLE1BQU07QUFDckIsYUFBTztBQUFBLElBQ1Q7QUFBQTtBQUFBLElBRUEsT0FBTyxNQUFNLFFBQVE7QUFDbkIsVUFBSSxPQUFPLFdBQVcsR0FBRyxFQUFHLFFBQU8sU0FBU0UsV0FBVUYsTUFBS0QsU0FBUSxJQUFJLEdBQUcsTUFBTSxDQUFDLENBQUM7QUFDbEYsVUFBSSxPQUFPLFdBQVcsR0FBRyxHQUFHO0FBQzFCLGNBQU0sU0FBUyxLQUFLLE1BQU0sR0FBRyxFQUFFLE1BQU0sR0FBRyxDQUFDLEVBQUUsS0FBSyxHQUFHO0FBQ25ELGNBQU0sU0FBUyxXQUFXLFVBQVUsSUFBSSxNQUFNLEdBQUcsVUFBVSxNQUFNLENBQUM7QUFDbEUsZUFBTyxXQUFXLFNBQVksU0FBWUMsTUFBSyxRQUFRLE1BQU07QUFBQSxNQUMvRDtBQUNBLFlBQU0sQ0FBQyxPQUFPLElBQUksSUFBSSxPQUFPLE1BQU0sR0FBRztBQUN0QyxZQUFNLFdBQVcsVUFBVSxJQUFJLFlBQVksSUFBSSxFQUFFO0FBQ2pELFVBQUksVUFBVSxlQUFlLGFBQWEsT0FBVyxRQUFPO0FBQzVELFlBQU0sUUFBUSxPQUFPLE1BQU0sYUFBYSxJQUFJLEdBQUcsTUFBTTtBQUNyRCxZQUFNLFNBQVMsU0FBUyxRQUFRLElBQUksS0FBSyxFQUFFLElBQUksa0JBQWtCO0FBQ2pFLGFBQU8sV0FBVyxTQUFZLFNBQVlBLE1BQUssWUFBWSxJQUFJLElBQUksTUFBTTtBQUFBLElBQzNFO0FBQUEsRUFDRjtBQUNGO0FBR0EsU0FBUyxXQUFXLFFBQVE7QUFDMUIsTUFBSSxPQUFPLFdBQVcsU0FBVSxRQUFPLE9BQU8sU0FBUyxLQUFLLElBQUksU0FBUztBQUN6RSxhQUFXLE9BQU8sT0FBTyxPQUFPLFVBQVUsQ0FBQyxDQUFDLEdBQUc7QUFDN0MsVUFBTSxRQUFRLFdBQVcsR0FBRztBQUM1QixRQUFJLFVBQVUsT0FBVyxRQUFPO0FBQUEsRUFDbEM7QUFDQSxTQUFPO0FBQ1Q7QUFFQSxTQUFTLFNBQVMsTUFBTTtBQUN0QixTQUFPLENBQUMsTUFBTSxLQUFLLFFBQVEsVUFBVSxLQUFLLENBQUMsRUFBRSxLQUFLLENBQUMsUUFBUUcsWUFBV0gsTUFBS0YsWUFBVyxHQUFHLENBQUMsQ0FBQztBQUM3RjtBQUdBLFNBQVMsVUFBVSxNQUFNLFNBQVM7QUFDaEMsUUFBTSxRQUFRLEtBQUssTUFBTSxHQUFHLEVBQUUsQ0FBQztBQUMvQixRQUFNLFFBQVEsQ0FBQyxHQUFHLFlBQVksTUFBTSxPQUFPLENBQUMsRUFDekMsSUFBSSxDQUFDLENBQUMsTUFBTSxNQUFNLE1BQU0sT0FBTyxNQUFNLEVBQUUsUUFBUSxPQUFPLFFBQVEsQ0FBQyxDQUFDLEVBQ2hFLE9BQU8sQ0FBQyxRQUFRLFFBQVEsTUFBUztBQUNwQyxTQUFPLE1BQU0sU0FBUyxDQUFDLEtBQUssVUFBVSxJQUFJLEtBQUssY0FBYyxNQUFNLE1BQU0sSUFBSSxDQUFDO0FBQ2hGO0FBRUEsU0FBUyxPQUFPLE1BQU0sRUFBRSxRQUFRLE9BQU8sUUFBUSxHQUFHO0FBQ2hELFFBQU0sUUFBUSxnQkFBZ0IsUUFBUSxPQUFPO0FBQzdDLE1BQUksVUFBVSxPQUFXLFFBQU87QUFDaEMsUUFBTSxFQUFFLFFBQVEsV0FBVyxJQUFJO0FBQy9CLFFBQU0sUUFBUSxPQUFPLEtBQUssTUFBTSxHQUFHLEVBQUUsQ0FBQztBQUN0QyxTQUFPO0FBQUEsSUFDTDtBQUFBLElBQ0EsTUFBTSxNQUFNLFdBQVcsQ0FBQyxFQUFFLFlBQVksSUFBSSxLQUFLO0FBQUEsSUFDL0MsS0FBSyxhQUFhLFFBQVEsV0FBVyxDQUFDLENBQUM7QUFBQSxJQUN2QyxNQUFNLGlCQUFpQixPQUFPLE1BQU0sVUFBVTtBQUFBLElBQzlDLE1BQU0sT0FBTztBQUFBLElBQ2IsSUFBSSxVQUFVLFFBQVEsU0FBWSxhQUFhLEtBQUs7QUFBQSxFQUN0RDtBQUNGO0FBR0EsU0FBUyxZQUFZLE1BQU0sU0FBUztBQUNsQyxRQUFNLEVBQUUsS0FBSyxJQUFJLFFBQVEsS0FBSyxJQUFJO0FBQ2xDLFFBQU0sUUFBUSxvQkFBSSxJQUFJO0FBQ3RCLGFBQVcsYUFBYSxNQUFNO0FBQzVCLFVBQU0sRUFBRSxNQUFNLFFBQVEsYUFBYSxhQUFhLENBQUMsRUFBRSxJQUFJO0FBQ3ZELFFBQUksU0FBUyx3QkFBd0I7QUFDbkMsWUFBTSxPQUFPLFFBQVEsT0FBTyxNQUFNLE9BQU8sS0FBSztBQUM5QyxVQUFJLFNBQVM7QUFDWCxtQkFBVyxDQUFDLE1BQU0sTUFBTSxLQUFLLFlBQVksTUFBTSxPQUFPLEVBQUcsT0FBTSxJQUFJLE1BQU0sTUFBTTtBQUFBLElBQ25GO0FBQ0EsUUFBSSxTQUFTLHlCQUEwQjtBQUN2QyxlQUFXLEVBQUUsT0FBTyxTQUFTLEtBQUssWUFBWTtBQUM1QyxZQUFNLFNBQVMsV0FBVyxPQUFPLFdBQVcsTUFBTSxNQUFNLElBQUksSUFBSSxFQUFFLFFBQVEsTUFBTSxNQUFNLEtBQUs7QUFDM0YsWUFBTSxPQUFPLFdBQVcsU0FBWSxPQUFPLFFBQVEsT0FBTyxNQUFNLE9BQU8sT0FBTyxLQUFLO0FBQ25GLFVBQUksU0FBUztBQUNYLGNBQU0sSUFBSSxTQUFTLE1BQU0sRUFBRSxNQUFNLE1BQU0sTUFBTSxRQUFRLFFBQVEsTUFBTSxLQUFLLENBQUM7QUFBQSxJQUM3RTtBQUNBLGVBQVcsUUFBUSxRQUFRLFdBQVcsRUFBRyxPQUFNLElBQUksTUFBTSxFQUFFLE1BQU0sS0FBSyxDQUFDO0FBQUEsRUFDekU7QUFDQSxTQUFPO0FBQ1Q7QUFHQSxTQUFTLFdBQVcsTUFBTSxNQUFNO0FBQzlCLGFBQVcsRUFBRSxNQUFNLFFBQVEsV0FBVyxLQUFLLE1BQU07QUFDL0MsUUFBSSxTQUFTLG9CQUFxQjtBQUNsQyxVQUFNLE1BQU0sV0FBVyxLQUFLLENBQUMsRUFBRSxNQUFNLE1BQU0sTUFBTSxTQUFTLElBQUk7QUFDOUQsUUFBSSxRQUFRLE9BQVcsUUFBTyxFQUFFLFFBQVEsTUFBTSxJQUFJLFVBQVUsUUFBUSxLQUFLO0FBQUEsRUFDM0U7QUFDQSxTQUFPO0FBQ1Q7QUFHQSxTQUFTLGdCQUFnQixFQUFFLE1BQU0sS0FBSyxHQUFHLFNBQVM7QUFDaEQsUUFBTSxTQUFTLFFBQVEsS0FBSyxJQUFJO0FBQ2hDLFFBQU0sYUFBYSxPQUFPLEtBQ3ZCO0FBQUEsSUFBSSxDQUFDLGNBQ0osVUFBVSxTQUFTLDJCQUEyQixZQUFZLEVBQUUsYUFBYSxVQUFVO0FBQUEsRUFDckYsRUFDQyxPQUFPLENBQUMsRUFBRSxZQUFZLE1BQU0sUUFBUSxXQUFXLEVBQUUsU0FBUyxJQUFJLENBQUMsRUFDL0QsSUFBSSxDQUFDLEVBQUUsT0FBTyxLQUFLLFlBQVksT0FBTztBQUFBLElBQ3JDLE9BQU8sU0FBUyxZQUFZO0FBQUEsSUFDNUIsS0FBSyxPQUFPLFlBQVk7QUFBQSxJQUN4QjtBQUFBLEVBQ0YsRUFBRTtBQUNKLE1BQUksV0FBVyxTQUFTLEVBQUcsUUFBTyxFQUFFLFFBQVEsV0FBVztBQUN2RCxRQUFNLFNBQVMsWUFBWSxNQUFNLE9BQU8sRUFBRSxJQUFJLElBQUk7QUFDbEQsU0FBTyxXQUFXLFNBQVksU0FBWSxnQkFBZ0IsUUFBUSxPQUFPO0FBQzNFO0FBRUEsU0FBUyxRQUFRLGFBQWE7QUFDNUIsTUFBSSxhQUFhLFNBQVM7QUFDeEIsV0FBTyxZQUFZLGFBQWEsSUFBSSxDQUFDLEVBQUUsR0FBRyxNQUFNLEdBQUcsSUFBSTtBQUN6RCxTQUFPLGFBQWEsSUFBSSxTQUFTLFNBQVksQ0FBQyxJQUFJLENBQUMsWUFBWSxHQUFHLElBQUk7QUFDeEU7QUFHQSxTQUFTLGFBQWEsRUFBRSxNQUFNLFNBQVMsR0FBRyxFQUFFLE1BQU0sR0FBRztBQUNuRCxRQUFNLFVBQVUsU0FBUyxTQUFTLENBQUMsRUFBRSxJQUFJLE1BQU0sT0FBTyxLQUFLO0FBQzNELE1BQUksWUFBWSxVQUFhLENBQUMsUUFBUSxNQUFNLFdBQVcsR0FBRyxFQUFHLFFBQU87QUFDcEUsTUFBSSxLQUFLLE1BQU0sUUFBUSxLQUFLLEtBQUssRUFBRSxLQUFLLE1BQU0sR0FBSSxRQUFPO0FBQ3pELFNBQU8sUUFBUSxNQUFNLFdBQVcsbUJBQW1CLEVBQUUsRUFBRSxLQUFLO0FBQzlEOzs7QUdoTkEsSUFBTSxTQUFTO0FBQUEsRUFDYixDQUFDLGFBQWEsVUFBVTtBQUFBLEVBQ3hCLENBQUMsV0FBVyxPQUFPO0FBQUEsRUFDbkIsQ0FBQyxVQUFVLE9BQU87QUFBQSxFQUNsQixDQUFDLFNBQVMsTUFBTTtBQUNsQjtBQUVBLElBQU0sTUFBTSxRQUFRO0FBRXBCLElBQU0sT0FBTztBQVFOLFNBQVMsZUFBZSxJQUFJO0FBQ2pDLFFBQU0sV0FBVyxJQUFJLElBQUksSUFBSSxJQUFJLENBQUMsUUFBUSxDQUFDLElBQUksTUFBTSxHQUFHLENBQUMsQ0FBQztBQUMxRCxLQUFHLEtBQUssTUFBTSxPQUFPLGFBQWEsbUJBQW1CLENBQUMsVUFBVTtBQUM5RCxVQUFNLENBQUMsRUFBRSxJQUFJLElBQUksS0FBSyxLQUFLLE1BQU0sSUFBSSxZQUFZLEtBQUssQ0FBQztBQUN2RCxVQUFNLFFBQVEsU0FBUyxJQUFJLElBQUk7QUFDL0IsUUFBSSxVQUFVLE9BQVcsT0FBTSxNQUFNLE9BQU8sS0FBSztBQUFBLEVBQ25ELENBQUM7QUFDSDtBQU9PLFNBQVMsY0FBYztBQUM1QixRQUFNLFVBQVUsSUFBSTtBQUFBLElBQVEsQ0FBQyxFQUFFLE1BQU0sUUFBUSxRQUFRLE1BQ25ELFFBQVE7QUFBQSxNQUFRLENBQUMsRUFBRSxNQUFNLE1BQ3ZCLE1BQ0csT0FBTyxDQUFDLEVBQUUsR0FBRyxNQUFNLE9BQU8sTUFBUyxFQUNuQyxJQUFJLENBQUMsRUFBRSxLQUFLLE1BQU0sQ0FBQyxNQUFNLGtCQUFrQixNQUFNLE9BQU8sSUFBSSxFQUFFLENBQUM7QUFBQSxJQUNwRTtBQUFBLEVBQ0Y7QUFFQSxTQUFPLElBQUksSUFBSSxRQUFRLFdBQVcsQ0FBQztBQUNyQztBQU9PLFNBQVMsZUFBZTtBQUM3QixTQUFPLElBQUk7QUFBQSxJQUNULElBQUk7QUFBQSxNQUFRLENBQUMsRUFBRSxRQUFRLE1BQ3JCLFFBQVEsSUFBSSxDQUFDLEVBQUUsV0FBVyxNQUFNLE1BQU0sQ0FBQyxXQUFXLElBQUksSUFBSSxNQUFNLElBQUksQ0FBQyxFQUFFLEtBQUssTUFBTSxJQUFJLENBQUMsQ0FBQyxDQUFDO0FBQUEsSUFDM0Y7QUFBQSxFQUNGO0FBQ0Y7QUFFQSxTQUFTLE9BQU8sRUFBRSxPQUFPLGFBQWEsUUFBUSxHQUFHO0FBQy9DLFFBQU0sQ0FBQyxNQUFNLEdBQUcsTUFBTSxJQUFJO0FBQzFCLFFBQU0sWUFBWSxvQkFBSSxJQUFJO0FBQzFCLFFBQU0sU0FBUyxPQUFPLElBQUksQ0FBQyxDQUFDLFNBQVMsSUFBSSxNQUFNO0FBQzdDLFVBQU0sUUFBUSxLQUFLLE1BQU0sT0FBTyxDQUFDLFFBQVEsSUFBSSxTQUFTLFFBQVEsSUFBSSxPQUFPLE1BQVM7QUFDbEYsV0FBTyxVQUFVLFNBQVMsT0FBTyxTQUFTO0FBQUEsRUFDNUMsQ0FBQztBQUNELFFBQU0sVUFBVSxPQUFPLElBQUksQ0FBQyxFQUFFLFdBQVcsTUFBTSxNQUFNLFVBQVUsV0FBVyxPQUFPLFNBQVMsQ0FBQztBQUMzRixRQUFNLFNBQVMsS0FBSyxNQUFNLE9BQU8sQ0FBQyxFQUFFLEdBQUcsTUFBTSxPQUFPLE1BQVMsRUFBRSxJQUFJLE1BQU07QUFDekUsUUFBTSxPQUFPLE9BQU8sV0FBVyxJQUFJLEtBQUs7QUFBQTtBQUFBLEVBQTJCLE9BQU8sS0FBSyxJQUFJLENBQUM7QUFBQTtBQUNwRixTQUFPLEtBQUssS0FBSztBQUFBO0FBQUEsRUFBTyxXQUFXO0FBQUE7QUFBQSxFQUFRLENBQUMsR0FBRyxRQUFRLEdBQUcsU0FBUyxJQUFJLEVBQUUsS0FBSyxJQUFJLENBQUM7QUFDckY7QUFHQSxTQUFTLFVBQVUsU0FBUyxPQUFPLFdBQVc7QUFDNUMsTUFBSSxNQUFNLFdBQVcsRUFBRyxRQUFPO0FBQy9CLFFBQU0sUUFBUSxNQUFNLE9BQU8sQ0FBQyxFQUFFLE1BQU0sR0FBRyxNQUFNLE9BQU8sVUFBYSxDQUFDLFVBQVUsSUFBSSxJQUFJLENBQUM7QUFDckYsUUFBTSxRQUFRLE1BQU0sT0FBTyxDQUFDLFFBQVEsQ0FBQyxNQUFNLFNBQVMsR0FBRyxDQUFDLEVBQUUsSUFBSSxNQUFNO0FBQ3BFLGFBQVcsRUFBRSxLQUFLLEtBQUssTUFBTyxXQUFVLElBQUksSUFBSTtBQUNoRCxTQUFPLE1BQU0sT0FBTztBQUFBO0FBQUEsRUFBTyxNQUFNLEtBQUssSUFBSSxDQUFDO0FBQUE7QUFBQSxFQUFPLE1BQU0sSUFBSSxPQUFPLEVBQUUsS0FBSyxJQUFJLENBQUM7QUFDakY7QUFFQSxTQUFTLE9BQU8sRUFBRSxNQUFNLEdBQUcsR0FBRztBQUM1QixTQUFPLE9BQU8sU0FDVixRQUFRLElBQUksUUFBUSxJQUFJLE1BQ3hCLFFBQVEsSUFBSSxPQUFPLEdBQUcsTUFBTSxHQUFHLEVBQUUsQ0FBQyxDQUFDLE9BQU8sSUFBSSxRQUFRLEVBQUU7QUFDOUQ7QUFFQSxTQUFTLFFBQVEsRUFBRSxNQUFNLEtBQUssS0FBSyxHQUFHO0FBRXBDLFFBQU0sY0FBYztBQUFBLEVBQVcsSUFBSTtBQUFBO0FBQUE7QUFDbkMsUUFBTSxDQUFDLE1BQU0sR0FBRyxJQUFJLElBQUksSUFBSSxNQUFNLDRDQUE0QztBQUM5RSxTQUFPLE9BQU8sSUFBSSxNQUFNLElBQUk7QUFBQTtBQUFBLEVBQVEsT0FBTyxJQUFJLENBQUM7QUFBQTtBQUFBLEVBQU8sV0FBVztBQUFBLEVBQUssS0FBSyxJQUFJLEtBQUssRUFBRSxLQUFLLElBQUksQ0FBQztBQUFBO0FBQ25HO0FBRUEsU0FBUyxNQUFNLEtBQUs7QUFDbEIsUUFBTSxDQUFDLEVBQUUsTUFBTSxJQUFJLElBQUksb0JBQW9CLEtBQUssR0FBRztBQUNuRCxVQUFRLE1BQU07QUFBQSxJQUNaLEtBQUs7QUFDSCxhQUFPO0FBQUE7QUFBQSxFQUFrQixJQUFJO0FBQUE7QUFBQSxJQUMvQixLQUFLO0FBQ0gsYUFBTyxjQUFjLE9BQU8sSUFBSSxDQUFDO0FBQUE7QUFBQSxJQUNuQztBQUNFLGFBQU8sS0FBSyxJQUFJLE1BQU0sT0FBTyxJQUFJLENBQUM7QUFBQTtBQUFBLEVBQ3RDO0FBQ0Y7QUFHQSxTQUFTLE9BQU8sS0FBSztBQUNuQixTQUFPLElBQ0osV0FBVyx1QkFBdUIsTUFBTSxFQUN4QyxNQUFNLFlBQVksRUFDbEIsSUFBSSxDQUFDLE1BQU0sVUFBVyxRQUFRLE1BQU0sSUFBSSxPQUFPLEtBQUssV0FBVyxLQUFLLE1BQU0sQ0FBRSxFQUM1RSxLQUFLLEVBQUUsRUFDUCxLQUFLO0FBQ1Y7OztBQzNHTyxTQUFTLFdBQVcsUUFBUSxPQUFPO0FBQ3hDLGFBQVcsRUFBRSxNQUFNLFNBQVMsS0FBSyxRQUFRO0FBQ3ZDLFFBQUksU0FBUyxTQUFVO0FBQ3ZCLGVBQVcsU0FBUyxZQUFZLENBQUMsRUFBRyxPQUFNLEtBQUs7QUFBQSxFQUNqRDtBQUNGOzs7QU5KQSxJQUFNLFVBQ0o7QUFHRixJQUFNLE9BQU87QUFHYixJQUFNLE9BQU87QUFFYixJQUFNLFNBQVM7QUFHZixJQUFNLFNBQVM7QUFTUixTQUFTLFdBQVcsSUFBSU0sU0FBUTtBQUNyQyxRQUFNLFFBQVEsVUFBVTtBQUN4QixRQUFNLFdBQVcsYUFBYTtBQUM5QixLQUFHLEtBQUssTUFBTSxLQUFLLGVBQWUsQ0FBQyxFQUFFLFFBQVEsSUFBSSxNQUFNO0FBQ3JELFVBQU0sT0FBTyxPQUFPLElBQUksSUFBSTtBQUM1QixRQUFJLENBQUMsTUFBTSxJQUFJLElBQUksS0FBSyxPQUFPLEtBQUssSUFBSSxFQUFHO0FBQzNDLGVBQVcsUUFBUSxDQUFDLEVBQUUsTUFBTSxRQUFRLE1BQU07QUFDeEMsVUFBSSxTQUFTLGNBQWU7QUFDNUIsWUFBTSxDQUFDLEVBQUUsSUFBSSxJQUFJLEtBQUssS0FBSyxPQUFPLEtBQUssQ0FBQztBQUN4QyxVQUFJLFNBQVMsVUFBYSxDQUFDLE1BQU0sSUFBSSxJQUFJLEtBQUssQ0FBQyxZQUFZLElBQUksSUFBSTtBQUNqRSxRQUFBQSxRQUFPLElBQUksTUFBTSxZQUFZLElBQUksdUNBQXVDO0FBQzFFLFVBQUksS0FBSyxLQUFLLE9BQU8sS0FBSyxDQUFDQyxZQUFXQyxNQUFLLFdBQVcsT0FBTyxDQUFDO0FBQzVELFFBQUFGLFFBQU8sSUFBSSxNQUFNLFlBQVksT0FBTyxvQ0FBb0M7QUFBQSxJQUM1RSxDQUFDO0FBQ0QsZUFBVyxFQUFFLE1BQU0sUUFBUSxLQUFLO0FBQzlCLFVBQUksU0FBUyxRQUFTLGNBQWEsU0FBUyxFQUFFLE1BQU0sVUFBVSxRQUFBQSxRQUFPLENBQUM7QUFBQSxFQUMxRSxDQUFDO0FBQ0g7QUFFQSxTQUFTLGFBQWEsTUFBTSxFQUFFLE1BQU0sVUFBVSxRQUFBQSxRQUFPLEdBQUc7QUFDdEQsYUFBVyxDQUFDLEVBQUUsTUFBTSxTQUFTLEtBQUssS0FBSyxTQUFTLE1BQU0sR0FBRztBQUN2RCxVQUFNLFFBQVEsU0FBUyxJQUFJLFNBQVM7QUFDcEMsZUFBVyxRQUFRLFVBQVUsU0FBWSxDQUFDLElBQUksS0FBSyxNQUFNLEdBQUcsR0FBRztBQUM3RCxZQUFNLENBQUMsSUFBSSxJQUFJLEtBQ1osS0FBSyxFQUNMLFFBQVEsV0FBVyxFQUFFLEVBQ3JCLE1BQU0sTUFBTTtBQUNmLFVBQUksU0FBUyxNQUFNLENBQUMsTUFBTSxJQUFJLElBQUk7QUFDaEMsUUFBQUEsUUFBTyxJQUFJLE1BQU0sV0FBVyxJQUFJLFdBQVcsU0FBUyxjQUFjO0FBQUEsSUFDdEU7QUFBQSxFQUNGO0FBQ0Y7QUFHQSxTQUFTLFlBQVk7QUFDbkIsUUFBTSxRQUFRRyxVQUFTLFNBQVM7QUFBQSxJQUM5QixLQUFLO0FBQUEsSUFDTCxTQUFTLENBQUMsbUJBQW1CLFNBQVM7QUFBQSxFQUN4QyxDQUFDO0FBQ0QsUUFBTSxRQUFRLG9CQUFJLElBQUk7QUFDdEIsYUFBVyxRQUFRO0FBQ2pCLGVBQVcsUUFBUUMsY0FBYUYsTUFBSyxXQUFXLElBQUksR0FBRyxNQUFNLEVBQUUsTUFBTSxnQkFBZ0IsS0FBSyxDQUFDO0FBQ3pGLFlBQU0sSUFBSSxJQUFJO0FBQ2xCLFNBQU87QUFDVDs7O0FPeEVpUCxTQUFTLHdCQUF3QjtBQUdsUixJQUFNLGdCQUFnQjtBQUN0QixJQUFNLGFBQWE7QUFHbkIsSUFBTSxlQUFlO0FBR3JCLElBQU0sU0FBUztBQUVmLElBQUksUUFBUTtBQVFMLFNBQVMsYUFBYSxJQUFJO0FBQy9CLFFBQU0sU0FBUyxHQUFHLFNBQVMsTUFBTTtBQUNqQyxLQUFHLFNBQVMsTUFBTSxRQUFRLElBQUksVUFBVTtBQUN0QyxVQUFNLENBQUMsUUFBUSxLQUFLLElBQUk7QUFDeEIsVUFBTSxFQUFFLE1BQU0sUUFBUSxJQUFJLE9BQU8sS0FBSztBQUN0QyxRQUFJLEtBQUssS0FBSyxNQUFNLFVBQVcsUUFBTyxPQUFPLEdBQUcsS0FBSztBQUNyRCxXQUFPLGlDQUFpQyxLQUFLLFNBQVMsR0FBRyxNQUFNLFVBQVUsQ0FBQztBQUFBO0FBQUEsRUFDNUU7QUFDRjtBQUVBLFNBQVMsS0FBSyxNQUFNLFFBQVE7QUFDMUIsV0FBUztBQUNULFFBQU0sUUFBUSwwQkFBMEIsS0FBSyxJQUFJLElBQUksQ0FBQyxFQUFFLEtBQUssS0FBSztBQUNsRSxRQUFNLFNBQVMsS0FBSyxXQUFXLGtDQUFrQyxFQUFFO0FBQ25FLFFBQU0sTUFBTSxpQkFBaUIsa0JBQWtCLE1BQU0sQ0FBQztBQUN0RCxTQUNFLElBRUcsUUFBUSwwQkFBMEIsRUFBRSxFQUNwQyxRQUFRLG1CQUFtQiwyQkFBMkIsT0FBTyxLQUFLLENBQUMsR0FBRyxFQUN0RSxXQUFXLDJCQUEyQixhQUFhLEtBQUssR0FBRyxFQUMzRCxXQUFXLGFBQWEsSUFBSTtBQUVuQztBQU1BLFNBQVMsa0JBQWtCLFFBQVE7QUFDakMsTUFBSSxDQUFDLHVCQUF1QixLQUFLLE1BQU0sRUFBRyxRQUFPO0FBQ2pELFFBQU0sUUFBUSxDQUFDLEdBQUcsT0FBTyxTQUFTLDZDQUE2QyxDQUFDO0FBQ2hGLFFBQU0sU0FBUyxJQUFJLElBQUksTUFBTSxJQUFJLENBQUMsQ0FBQyxFQUFFLEVBQUUsR0FBRyxVQUFVLENBQUMsSUFBSSxLQUFLLENBQUMsQ0FBQztBQUNoRSxRQUFNLE9BQU8sTUFBTSxJQUFJLE1BQU0sQ0FBQztBQUM5QixhQUFXLENBQUMsRUFBRSxNQUFNLElBQUksT0FBTyxLQUFLLE9BQU8sU0FBUyxvQ0FBb0MsR0FBRztBQUN6RixVQUFNLE1BQU0sT0FBTyxJQUFJLElBQUksS0FBSztBQUNoQyxVQUFNLFFBQVEsT0FBTyxJQUFJLEVBQUUsS0FBSztBQUNoQyxVQUFNLFFBQVEsUUFBUSxTQUFTO0FBQy9CLFFBQUksS0FBSyxJQUFJLE1BQU0sS0FBSyxNQUFNLEVBQUc7QUFDakMsVUFBTSxPQUFPLEtBQUssSUFBSSxLQUFLLEtBQUs7QUFDaEMsU0FBSyxJQUFJLElBQUksS0FBSyxJQUFJLEtBQUssSUFBSSxHQUFHLEtBQUs7QUFBQSxFQUN6QztBQUNBLFNBQU8sTUFBTSxPQUFPLENBQUMsTUFBTSxDQUFDLE1BQU0sRUFBRSxJQUFJLEdBQUcsVUFBVTtBQUNuRCxVQUFNLE9BQU8sS0FBSyxJQUFJLEtBQUssS0FBSyxHQUFHLEtBQUssUUFBUSxDQUFDLEtBQUssQ0FBQyxJQUFJO0FBQzNELFVBQU0sVUFBVSxLQUFLLEtBQUssT0FBTyxVQUFVLElBQUksS0FBSztBQUNwRCxXQUFPLFdBQVcsSUFBSSxPQUFPLEtBQUssUUFBUSxNQUFNLEdBQUcsSUFBSSxHQUFHLE9BQU8sT0FBTyxPQUFPLENBQUMsRUFBRTtBQUFBLEVBQ3BGLEdBQUcsTUFBTTtBQUNYOzs7QUNoRUEsSUFBTSxVQUFVO0FBU1QsU0FBUyxVQUFVLElBQUlHLFNBQVE7QUFDcEMsS0FBRyxLQUFLLE1BQU0sS0FBSyxjQUFjLENBQUMsRUFBRSxRQUFRLElBQUksTUFBTTtBQUNwRCxVQUFNLE9BQU8sT0FBTyxJQUFJLElBQUk7QUFDNUIsSUFBQUEsUUFBTyxXQUFXLE1BQU1DLGFBQVksTUFBTSxDQUFDO0FBQzNDLGVBQVcsUUFBUSxDQUFDLFVBQVU7QUFDNUIsVUFBSSxNQUFNLFNBQVMsWUFBYTtBQUNoQyxZQUFNLE9BQU8sTUFBTSxRQUFRLE1BQU0sS0FBSztBQUN0QyxVQUFJLFFBQVEsS0FBSyxJQUFJLEtBQUssS0FBSyxXQUFXLEdBQUcsRUFBRztBQUNoRCxZQUFNLENBQUMsT0FBTyxJQUFJLElBQUksSUFBSSxLQUFLLE1BQU0sR0FBRztBQUN4QyxZQUFNLE9BQU8sU0FBUyxLQUFLLE9BQU8sT0FBTyxNQUFNLElBQUk7QUFDbkQsVUFBSSxTQUFTLFFBQVc7QUFDdEIsUUFBQUQsUUFBTyxJQUFJLE1BQU0sWUFBWSxJQUFJLG9CQUFvQjtBQUNyRDtBQUFBLE1BQ0Y7QUFDQSxVQUFJLFNBQVMsVUFBYSxNQUFNLElBQUksSUFBSSxFQUFHLENBQUFBLFFBQU8sUUFBUSxFQUFFLE1BQU0sTUFBTSxNQUFNLEtBQUssQ0FBQztBQUNwRixVQUFJLFNBQVMsR0FBSTtBQUNqQixZQUFNLFFBQVEsUUFBUSxVQUFVLElBQUksS0FBSyxTQUFTLFNBQVksS0FBSyxJQUFJLElBQUksR0FBRztBQUFBLElBQ2hGLENBQUM7QUFBQSxFQUNILENBQUM7QUFDSDtBQUdBLFNBQVNDLGFBQVksUUFBUTtBQUMzQixRQUFNLFdBQVcsT0FBTyxRQUFRLENBQUMsVUFBVTtBQUN6QyxVQUFNLEtBQUssTUFBTSxTQUFTLGlCQUFpQixNQUFNLFFBQVEsSUFBSSxJQUFJO0FBQ2pFLFdBQU8sT0FBTyxPQUFPLENBQUMsSUFBSSxDQUFDLEVBQUU7QUFBQSxFQUMvQixDQUFDO0FBQ0QsUUFBTSxVQUFVLE9BQ2IsT0FBTyxDQUFDLEVBQUUsS0FBSyxNQUFNLFNBQVMsZ0JBQWdCLFNBQVMsUUFBUSxFQUMvRCxRQUFRLENBQUMsRUFBRSxRQUFRLE1BQU0sQ0FBQyxHQUFHLFFBQVEsU0FBUyw0QkFBNEIsQ0FBQyxDQUFDLEVBQzVFLElBQUksQ0FBQyxDQUFDLEVBQUUsRUFBRSxNQUFNLEVBQUU7QUFDckIsU0FBTyxDQUFDLEdBQUcsVUFBVSxHQUFHLE9BQU87QUFDakM7OztBQ3hDQSxJQUFNQyxRQUFPO0FBT04sU0FBUyxVQUFVLElBQUk7QUFDNUIsUUFBTSxVQUFVLFlBQVk7QUFDNUIsS0FBRyxLQUFLLE1BQU0sS0FBSyxjQUFjLENBQUMsRUFBRSxRQUFRLEtBQUssTUFBTSxNQUFNO0FBQzNELFVBQU0sT0FBTyxPQUFPLElBQUksSUFBSTtBQUM1QixlQUFXLENBQUMsT0FBTyxFQUFFLE1BQU0sU0FBUyxDQUFDLEtBQUssT0FBTyxRQUFRLEdBQUc7QUFDMUQsVUFBSSxTQUFTLFlBQVksT0FBTyxRQUFRLENBQUMsR0FBRyxTQUFTLGVBQWdCO0FBQ3JFLGFBQU8sS0FBSyxFQUFFLFdBQVcsUUFBUSxVQUFVLEVBQUUsU0FBUyxNQUFNLE1BQU0sQ0FBQztBQUFBLElBQ3JFO0FBQUEsRUFDRixDQUFDO0FBQ0g7QUFFQSxTQUFTLFFBQVEsVUFBVSxFQUFFLFNBQVMsTUFBTSxNQUFNLEdBQUc7QUFDbkQsTUFBSSxTQUFTO0FBQ2IsU0FBTyxTQUFTLFFBQVEsQ0FBQyxVQUFVO0FBQ2pDLFFBQUksTUFBTSxTQUFTLFlBQWEsVUFBUztBQUN6QyxRQUFJLE1BQU0sU0FBUyxhQUFjLFVBQVM7QUFDMUMsVUFBTSxDQUFDLEVBQUUsSUFBSSxJQUFLLE1BQU0sU0FBUyxpQkFBaUJBLE1BQUssS0FBSyxNQUFNLE9BQU8sS0FBTSxDQUFDO0FBQ2hGLFVBQU0sU0FBUyxTQUFTLFNBQVksUUFBUSxJQUFJLElBQUk7QUFDcEQsUUFBSSxXQUFXLE9BQVcsUUFBTyxDQUFDLEtBQUs7QUFDdkMsVUFBTSxDQUFDLE1BQU0sSUFBSSxJQUFJLE9BQU8sTUFBTSxHQUFHO0FBQ3JDLFVBQU0sT0FBTyxJQUFJLE1BQU0sYUFBYSxLQUFLLENBQUM7QUFDMUMsU0FBSyxRQUFRO0FBQUEsTUFDWCxDQUFDLFFBQVEsU0FBUyxPQUFPLElBQUksSUFBSSxLQUFLLEdBQUcsVUFBVSxJQUFJLENBQUMsSUFBSSxJQUFJLEVBQUU7QUFBQSxNQUNsRSxDQUFDLFNBQVMsTUFBTTtBQUFBLElBQ2xCO0FBQ0EsV0FBTyxDQUFDLE1BQU0sT0FBTyxJQUFJLE1BQU0sY0FBYyxLQUFLLEVBQUUsQ0FBQztBQUFBLEVBQ3ZELENBQUM7QUFDSDs7O0FDeEJPLFNBQVMsU0FBUyxJQUFJQyxTQUFRO0FBQ25DLGNBQVksRUFBRTtBQUNkLGVBQWEsRUFBRTtBQUNmLGlCQUFlLEVBQUU7QUFDakIsWUFBVSxJQUFJQSxPQUFNO0FBQ3BCLGFBQVcsSUFBSUEsT0FBTTtBQUNyQixZQUFVLEVBQUU7QUFDWixlQUFhLEVBQUU7QUFDakI7OztBQ2pCTyxTQUFTLE9BQU8sU0FBUztBQUM5QixTQUFPLFFBQ0osS0FBSyxFQUNMLFlBQVksRUFDWixXQUFXLGlDQUFpQyxFQUFFLEVBQzlDLFdBQVcsS0FBSyxHQUFHO0FBQ3hCOzs7QUNYb04sU0FBUyxnQkFBQUMscUJBQW9CO0FBQ2pQLFNBQVMsUUFBQUMsYUFBWTtBQUlyQixJQUFNQyxVQUFTO0FBQUEsRUFDYixPQUFPLENBQUMsVUFBVSxTQUFTLFlBQVksY0FBYyxxQkFBcUIsVUFBVTtBQUFBLEVBQ3BGLFFBQVE7QUFBQSxJQUNOO0FBQUEsSUFDQTtBQUFBLElBQ0E7QUFBQSxJQUNBO0FBQUEsSUFDQTtBQUFBLElBQ0E7QUFBQSxJQUNBO0FBQUEsSUFDQTtBQUFBLElBQ0E7QUFBQSxJQUNBO0FBQUEsSUFDQTtBQUFBLEVBQ0Y7QUFBQSxFQUNBLE1BQU0sQ0FBQyxtQkFBbUIsYUFBYTtBQUFBLEVBQ3ZDLFFBQVEsQ0FBQyxrQkFBa0IsZUFBZSxrQkFBa0IsWUFBWSxnQkFBZ0I7QUFBQSxFQUN4RixPQUFPO0FBQUEsSUFDTDtBQUFBLElBQ0E7QUFBQSxJQUNBO0FBQUEsSUFDQTtBQUFBLElBQ0E7QUFBQSxJQUNBO0FBQUEsSUFDQTtBQUFBLEVBQ0Y7QUFBQSxFQUNBLE1BQU0sQ0FBQyxpQkFBaUIsZ0JBQWdCLFVBQVUsVUFBVTtBQUFBLEVBQzVELE9BQU8sQ0FBQyxZQUFZLFNBQVMsU0FBUyxXQUFXLGNBQWMsV0FBVztBQUFBLEVBQzFFLEtBQUssQ0FBQyxPQUFPLGFBQWEsU0FBUztBQUFBLEVBQ25DLFFBQVEsQ0FBQyxTQUFTLFdBQVcsc0JBQXNCO0FBQUEsRUFDbkQsU0FBUyxDQUFDLGNBQWMsV0FBVyxzQkFBc0IsV0FBVyxPQUFPO0FBQUEsRUFDM0UsT0FBTyxDQUFDLFlBQVksWUFBWSxlQUFlLFlBQVksYUFBYTtBQUFBLEVBQ3hFLGlCQUFpQixDQUFDLGFBQWEsK0JBQStCO0FBQ2hFO0FBR0EsSUFBTSxPQUFPLG9CQUFJLElBQUksQ0FBQyxTQUFTLFVBQVUsU0FBUyxNQUFNLENBQUM7QUFHbEQsU0FBUyxnQkFBZ0I7QUFDOUIsUUFBTSxTQUFTLE9BQU8sUUFBUUEsT0FBTSxFQUFFO0FBQUEsSUFBSSxDQUFDLENBQUMsTUFBTSxLQUFLLE1BQ3JEO0FBQUEsTUFDRTtBQUFBLE1BQ0EsTUFBTSxJQUFJLENBQUMsU0FBUyxRQUFRLElBQUksS0FBSyxFQUFFLE9BQU8sQ0FBQyxTQUFTLE1BQU0sSUFBSSxJQUFJLENBQUM7QUFBQSxJQUN6RTtBQUFBLEVBQ0Y7QUFDQSxRQUFNLFlBQVksV0FBVyxnQkFBZ0I7QUFDN0MsUUFBTSxZQUFZLFdBQVcsZ0JBQWdCO0FBQzdDLFFBQU0sVUFBVTtBQUFBLElBQ2Q7QUFBQSxJQUNBO0FBQUEsSUFDQTtBQUFBLElBQ0E7QUFBQSxJQUNBLEdBQUcsQ0FBQyxHQUFHLEtBQUssRUFBRSxPQUFPLENBQUMsU0FBUyxLQUFLLFdBQVcsVUFBVSxDQUFDO0FBQUEsSUFDMUQ7QUFBQSxFQUNGLEVBQUUsT0FBTyxDQUFDLFNBQVMsTUFBTSxJQUFJLElBQUksQ0FBQztBQUNsQyxRQUFNLFFBQVEsb0JBQUksSUFBSTtBQUFBLElBQ3BCLEdBQUcsT0FBTyxPQUFPQSxPQUFNLEVBQ3BCLEtBQUssRUFDTCxJQUFJLENBQUMsU0FBUyxRQUFRLElBQUksS0FBSztBQUFBLElBQ2xDLEdBQUc7QUFBQSxJQUNILEdBQUc7QUFBQSxJQUNILEdBQUc7QUFBQSxFQUNMLENBQUM7QUFDRCxRQUFNLE9BQU8sQ0FBQyxHQUFHLEtBQUssRUFBRSxPQUFPLENBQUMsU0FBUyxLQUFLLFdBQVcsT0FBTyxLQUFLLENBQUMsTUFBTSxJQUFJLElBQUksQ0FBQztBQUNyRixTQUFPO0FBQUEsSUFDTCxHQUFHO0FBQUEsSUFDSCxRQUFRLFFBQVEsS0FBSyxTQUFTLENBQUM7QUFBQSxJQUMvQixRQUFRLGFBQWEsU0FBUztBQUFBLElBQzlCLFFBQVEsYUFBYSxTQUFTO0FBQUEsSUFDOUIsUUFBUSxlQUFlLE9BQU87QUFBQSxFQUNoQyxFQUFFLE9BQU8sQ0FBQyxFQUFFLE1BQU0sTUFBTSxNQUFNLFNBQVMsQ0FBQztBQUMxQztBQUVBLFNBQVMsUUFBUSxNQUFNLE9BQU87QUFDNUIsUUFBTSxRQUFRLE1BQU0sSUFBSSxDQUFDLFVBQVUsRUFBRSxNQUFNLFVBQVUsSUFBSSxHQUFHLE1BQU0sVUFBVSxJQUFJLEVBQUUsRUFBRTtBQUNwRixTQUFPLEVBQUUsTUFBTSxPQUFPLFdBQVcsQ0FBQyxLQUFLLElBQUksSUFBSSxFQUFFO0FBQ25EO0FBR0EsU0FBUyxXQUFXLFFBQVE7QUFDMUIsUUFBTSxRQUFRLENBQUMsR0FBRyxLQUFLLEVBQUUsT0FBTyxDQUFDLFNBQVMsS0FBSyxXQUFXLEdBQUcsTUFBTSxHQUFHLENBQUMsRUFBRSxTQUFTO0FBQ2xGLFFBQU0sUUFBUSxHQUFHLE1BQU07QUFDdkIsU0FBTyxDQUFDLE9BQU8sR0FBRyxNQUFNLE9BQU8sQ0FBQyxTQUFTLFNBQVMsS0FBSyxDQUFDO0FBQzFEO0FBR0EsU0FBUyxVQUFVLE1BQU07QUFDdkIsUUFBTSxPQUFPQyxjQUFhQyxNQUFLLFdBQVcsSUFBSSxHQUFHLE1BQU07QUFDdkQsUUFBTSxRQUFRLGFBQWEsS0FBSyxJQUFJLElBQUksQ0FBQyxLQUFLO0FBQzlDLFNBQU8sTUFBTSxRQUFRLG9CQUFvQixDQUFDLEdBQUcsVUFBVSxNQUFNLFlBQVksQ0FBQztBQUM1RTs7O0FqQnJGQSxJQUFNLFNBQVMsYUFBYTtBQUc1QixJQUFNLE9BQU8sc0JBQXNCO0FBQUEsRUFDakNDLGNBQWFDLE1BQUssV0FBVyw4QkFBOEIsR0FBRyxNQUFNO0FBQ3RFLENBQUM7QUFHRCxJQUFNLFdBQVc7QUFBQSxFQUNmLE1BQU07QUFBQSxFQUNOLFNBQVM7QUFBQSxFQUNULFdBQVcsQ0FBQyxJQUFJLEdBQUcsRUFBRSxJQUFJLE1BQ3ZCLE9BQU8sK0JBQStCLEtBQUssRUFBRSxJQUFJLEVBQUUsSUFBSSxVQUFVLEtBQUssSUFBSTtBQUM5RTtBQUdBLElBQU8saUJBQVEsYUFBYTtBQUFBLEVBQzFCLE9BQU87QUFBQSxFQUNQLGFBQ0U7QUFBQSxFQUNGLE1BQU07QUFBQSxFQUNOLFFBQVE7QUFBQSxFQUNSLFFBQVE7QUFBQSxFQUNSLFVBQVU7QUFBQSxFQUNWLFlBQVksQ0FBQyw4QkFBOEI7QUFBQSxFQUMzQyxVQUFVO0FBQUEsRUFDVixNQUFNLENBQUMsQ0FBQyxRQUFRLEVBQUUsS0FBSyxRQUFRLE1BQU0saUJBQWlCLE1BQU0sS0FBSyxDQUFDLENBQUM7QUFBQSxFQUNuRSxXQUFXO0FBQUEsRUFDWCxVQUFVO0FBQUEsSUFDUixRQUFRLEVBQUUsU0FBUyxPQUFPO0FBQUEsSUFDMUIsT0FBTztBQUFBLElBQ1AsUUFBUSxDQUFDLE9BQU8sU0FBUyxJQUFJLE1BQU07QUFBQSxFQUNyQztBQUFBLEVBQ0EsYUFBYTtBQUFBLElBQ1gsTUFBTTtBQUFBLElBQ04sS0FBSztBQUFBLE1BQ0gsRUFBRSxNQUFNLFNBQVMsTUFBTSxtQkFBbUI7QUFBQSxNQUMxQyxFQUFFLE1BQU0sYUFBYSxNQUFNLG1CQUFtQjtBQUFBLE1BQzlDLEVBQUUsTUFBTSxhQUFhLE1BQU0sbUJBQW1CO0FBQUEsTUFDOUMsRUFBRSxNQUFNLFdBQVcsTUFBTSxrQkFBa0I7QUFBQSxJQUM3QztBQUFBLElBQ0EsU0FBUyxjQUFjO0FBQUEsSUFDdkIsU0FBUyxDQUFDLEdBQUcsQ0FBQztBQUFBLElBQ2QsUUFBUTtBQUFBLE1BQ04sVUFBVTtBQUFBLE1BQ1YsU0FBUztBQUFBLFFBQ1AsUUFBUSxRQUFRLEtBQUssSUFBSTtBQUV2QixnQkFBTSxFQUFFLFVBQVUsSUFBSSxHQUFHO0FBQ3pCLGFBQUcsUUFBUSxZQUFZO0FBQ3ZCLGNBQUk7QUFDRixtQkFBTyxHQUFHLE9BQU8sUUFBUSxHQUFHO0FBQUEsVUFDOUIsVUFBRTtBQUNBLGVBQUcsUUFBUSxZQUFZO0FBQUEsVUFDekI7QUFBQSxRQUNGO0FBQUEsTUFDRjtBQUFBLElBQ0Y7QUFBQSxFQUNGO0FBQUEsRUFDQSxrQkFBa0IsTUFBTTtBQUN0QixRQUFJLEtBQUssaUJBQWlCLFFBQVMsUUFBTztBQUMxQyxVQUFNLGNBQWMsWUFBWTtBQUNoQyxXQUFPLEVBQUUsYUFBYSxPQUFPLFlBQVksT0FBTyxlQUFlLE1BQU07QUFBQSxFQUN2RTtBQUFBLEVBQ0EsV0FBVztBQUNULFVBQU0sUUFBUSxPQUFPLEtBQUs7QUFDMUIsUUFBSSxNQUFNLFNBQVM7QUFDakIsWUFBTSxJQUFJO0FBQUEsUUFDUjtBQUFBLEVBQXNDLE1BQU0sSUFBSSxDQUFDLFFBQVEsS0FBSyxHQUFHLEVBQUUsRUFBRSxLQUFLLElBQUksQ0FBQztBQUFBLE1BQ2pGO0FBQUEsRUFDSjtBQUFBLEVBQ0EsTUFBTTtBQUFBLElBQ0osWUFBWTtBQUFBLElBQ1osV0FBVztBQUFBLElBQ1gsT0FBTyxFQUFFLHVCQUF1QixJQUFLO0FBQUEsSUFDckMsU0FBUyxDQUFDLFFBQVE7QUFBQSxJQUNsQixRQUFRLEVBQUUsTUFBTSxhQUFhLE9BQU8sRUFBRSxTQUFTLENBQUMsb0NBQW9DLEVBQUUsRUFBRTtBQUFBLEVBQzFGO0FBQ0YsQ0FBQzsiLAogICJuYW1lcyI6IFsicmVhZEZpbGVTeW5jIiwgImpvaW4iLCAicmVhZEZpbGVTeW5jIiwgImpvaW4iLCAicmVhZEZpbGVTeW5jIiwgImpvaW4iLCAiZXhpc3RzU3luYyIsICJnbG9iU3luYyIsICJyZWFkRmlsZVN5bmMiLCAiam9pbiIsICJleGlzdHNTeW5jIiwgImdsb2JTeW5jIiwgInJlYWRGaWxlU3luYyIsICJkaXJuYW1lIiwgImpvaW4iLCAibm9ybWFsaXplIiwgImRpcm5hbWUiLCAiam9pbiIsICJyZWxhdGl2ZSIsICJmaWxlVVJMVG9QYXRoIiwgIl9fdml0ZV9pbmplY3RlZF9vcmlnaW5hbF9pbXBvcnRfbWV0YV91cmwiLCAiV09SS1NQQUNFIiwgImRpcm5hbWUiLCAiZmlsZVVSTFRvUGF0aCIsICJnbG9iU3luYyIsICJXT1JLU1BBQ0UiLCAiZGlybmFtZSIsICJqb2luIiwgInJlYWRGaWxlU3luYyIsICJub3JtYWxpemUiLCAiZXhpc3RzU3luYyIsICJmYXVsdHMiLCAiZXhpc3RzU3luYyIsICJqb2luIiwgImdsb2JTeW5jIiwgInJlYWRGaWxlU3luYyIsICJmYXVsdHMiLCAiZmluZEFuY2hvcnMiLCAiTkFNRSIsICJmYXVsdHMiLCAicmVhZEZpbGVTeW5jIiwgImpvaW4iLCAiR1JPVVBTIiwgInJlYWRGaWxlU3luYyIsICJqb2luIiwgInJlYWRGaWxlU3luYyIsICJqb2luIl0KfQo=
