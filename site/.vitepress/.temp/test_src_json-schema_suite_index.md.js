import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Tests of JSON Schema by its authors","description":"","frontmatter":{},"headers":[],"relativePath":"test/src/json-schema/suite/index.md","filePath":"test/src/json-schema/suite/README.md"}');
const _sfc_main = { name: "test/src/json-schema/suite/index.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="tests-of-json-schema-by-its-authors" tabindex="-1">Tests of JSON Schema by its authors <a class="header-anchor" href="#tests-of-json-schema-by-its-authors" aria-label="Permalink to &quot;Tests of JSON Schema by its authors&quot;">​</a></h1><p>From the <a href="https://github.com/json-schema-org/JSON-Schema-Test-Suite" target="_blank" rel="noreferrer">JSON Schema Test Suite</a>, as data: each test is <code>[description, schema, values that fit, values that do not]</code>, by the file that it is from. A <code>$schema</code> that names the dialect of the file is left out.</p><table tabindex="0"><thead><tr><th>File</th><th>From</th></tr></thead><tbody><tr><td><code>draft-04.json</code></td><td>commit 44401e0 (22 August 2026), <code>tests/draft4</code>, all of it</td></tr><tr><td><code>draft-06.json</code></td><td>the same, <code>tests/draft6</code></td></tr><tr><td><code>draft-07.json</code></td><td>the same, <code>tests/draft7</code></td></tr><tr><td><code>draft-2019-09.json</code></td><td>the same, <code>tests/draft2019-09</code></td></tr><tr><td><code>draft-2020-12.json</code></td><td>the same, <code>tests/draft2020-12</code></td></tr><tr><td><code>v1.json</code></td><td>the same, <code>tests/v1</code>, all of it, with the proposal <code>propertyDependencies</code></td></tr><tr><td><code>remotes.json</code></td><td>the same, <code>remotes</code>: other documents that tests refer to, by their address</td></tr></tbody></table><h2 id="licence" tabindex="-1">Licence <a class="header-anchor" href="#licence" aria-label="Permalink to &quot;Licence&quot;">​</a></h2><p>Copyright (c) 2012 Julian Berman</p><p>Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the &quot;Software&quot;), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:</p><p>The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.</p><p>THE SOFTWARE IS PROVIDED &quot;AS IS&quot;, WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("test/src/json-schema/suite/README.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const README = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  README as default
};
