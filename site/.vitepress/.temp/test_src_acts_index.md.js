import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"ACTS: the conformance suite that is to follow the TCK of A2A","description":"","frontmatter":{},"headers":[],"relativePath":"test/src/acts/index.md","filePath":"test/src/acts/README.md"}');
const _sfc_main = { name: "test/src/acts/index.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="acts-the-conformance-suite-that-is-to-follow-the-tck-of-a2a" tabindex="-1">ACTS: the conformance suite that is to follow the TCK of A2A <a class="header-anchor" href="#acts-the-conformance-suite-that-is-to-follow-the-tck-of-a2a" aria-label="Permalink to &quot;ACTS: the conformance suite that is to follow the TCK of A2A&quot;">​</a></h1><p><code>suite.json</code> has the 111 tests of the draft as JSON, by the file that each is from; nothing is changed or left out but titles of files and their <code>spec_ref</code>.</p><table tabindex="0"><thead><tr><th>From</th><th>Licence</th></tr></thead><tbody><tr><td><a href="https://github.com/a2aproject/A2A" target="_blank" rel="noreferrer">a2aproject/A2A</a>, branch <code>conformance-spec</code>, <code>tests/acts</code>, May 2026</td><td>Apache-2.0</td></tr></tbody></table><p>The text of the licence stands in <a href="/files/LICENSE.html">LICENSE</a>, which this project has as well.</p><table tabindex="0"><thead><tr><th>File</th><th>What it does</th></tr></thead><tbody><tr><td><code>reference-agent.ts</code></td><td>an agent with the 13 behaviours that the suite asks for, by the first word of a text</td></tr><tr><td><code>matchers.ts</code></td><td>says whether a value is what the suite expects</td></tr><tr><td><code>test-run.ts</code></td><td>runs the steps of one test over one binding</td></tr><tr><td><code>client-step.ts</code></td><td>gives an answer to Formwork&#39;s client, and shows what it has read</td></tr><tr><td><code>own-faults.ts</code></td><td>the tests that fail by a fault of their own, with the rule of A2A 1.0 that they break</td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("test/src/acts/README.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const README = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  README as default
};
