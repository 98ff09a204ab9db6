import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"@formwork/console","description":"","frontmatter":{},"headers":[],"relativePath":"apps/console/index.md","filePath":"apps/console/README.md"}');
const _sfc_main = { name: "apps/console/index.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="formworkconsole" tabindex="-1">@formwork/console <a class="header-anchor" href="#formworkconsole" aria-label="Permalink to &quot;@formwork/console&quot;">​</a></h1><p>A page for the operators of an A2A agent, served beside it at <code>/console</code>: live numbers, tasks with filters, the timeline of a task, retry, cancel, answers for callers, dead letters, callers and their limits.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">import</span> { createConsoleAdapter } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/console&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span><span class="c-keyword"> type</span> { Agent } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/core&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createServer } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/server&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">declare</span><span class="c-keyword"> const</span><span class="c-constant"> agent</span><span class="c-keyword">:</span><span class="c-function"> Agent</span>;</span>
<span class="line"><span class="c-comment">// Without authentication, this machine alone sees the console; with it, callers with the scope &quot;operate&quot;.</span></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> server</span><span class="c-keyword"> =</span><span class="c-function"> createServer</span>(agent, { adapters<span class="c-keyword">:</span> [<span class="c-function">createConsoleAdapter</span>({ onThisMachine<span class="c-keyword">:</span><span class="c-constant"> true</span> })] });</span>
<span class="line"><span class="c-keyword">const</span> { <span class="c-constant">url</span> } <span class="c-keyword">=</span><span class="c-keyword"> await</span><span class="c-constant"> server</span><span class="c-function">.listen</span>({ port<span class="c-keyword">:</span><span class="c-constant"> 4100</span> });</span>
<span class="line"><span class="c-constant">console</span><span class="c-function">.log</span>(<span class="c-string-expression">\`</span><span class="c-keyword">\${</span>url<span class="c-keyword">}</span><span class="c-string-expression">/console/\`</span>);</span></code></pre></div><ul><li><a href="/docs/console.html">The console</a></li><li><a href="/">Formwork</a>, and <a href="/docs/versions.html">its versions</a></li></ul><p>Apache-2.0</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("apps/console/README.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const README = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  README as default
};
