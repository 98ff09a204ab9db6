import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"server.ts","description":"","frontmatter":{"aside":false,"editLink":false},"headers":[],"params":{"path":"apps/examples/src/react-app/server.ts"},"relativePath":"files/apps/examples/src/react-app/server.ts.md","filePath":"site/files/[path].md"}');
const _sfc_main = { name: "files/apps/examples/src/react-app/server.ts.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="serverts" tabindex="-1">server.ts <a class="header-anchor" href="#serverts" aria-label="Permalink to &quot;server.ts&quot;">​</a></h1><p><code>apps/examples/src/react-app/server.ts</code> in the repository:</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-comment">// Serves the agent, and the page that Vite has built from the folder \`page\`, on one port.</span></span>
<span class="line"><span class="c-keyword">import</span> { fileURLToPath } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;node:url&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createServer } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/server&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> express <span class="c-keyword">from</span><span class="c-string-expression"> &#39;express&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { agent } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;./agent.ts&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> page</span><span class="c-keyword"> =</span><span class="c-constant"> process</span>.env[<span class="c-string-expression">&#39;PAGE&#39;</span>] <span class="c-keyword">??</span><span class="c-function"> fileURLToPath</span>(<span class="c-keyword">new</span><span class="c-function"> URL</span>(<span class="c-string-expression">&#39;page&#39;</span>,<span class="c-keyword"> import</span>.<span class="c-constant">meta</span>.url));</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> server</span><span class="c-keyword"> =</span><span class="c-function"> createServer</span>(agent, { closeOnSignals<span class="c-keyword">:</span><span class="c-constant"> true</span> });</span>
<span class="line"><span class="c-constant">server</span><span class="c-function">.</span><span class="c-constant">app</span><span class="c-function">.use</span>(<span class="c-constant">express</span><span class="c-function">.static</span>(page)); <span class="c-comment">// before listen()</span></span>
<span class="line"><span class="c-keyword">const</span> { <span class="c-constant">url</span> } <span class="c-keyword">=</span><span class="c-keyword"> await</span><span class="c-constant"> server</span><span class="c-function">.listen</span>({ port<span class="c-keyword">:</span><span class="c-function"> Number</span>(<span class="c-constant">process</span>.env[<span class="c-string-expression">&#39;PORT&#39;</span>] <span class="c-keyword">??</span><span class="c-constant"> 4100</span>) });</span>
<span class="line"><span class="c-constant">console</span><span class="c-function">.log</span>(<span class="c-string-expression">\`The page is at </span><span class="c-keyword">\${</span>url<span class="c-keyword">}</span><span class="c-string-expression">\`</span>);</span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/files/apps/examples/src/react-app/server.ts.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const server_ts = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  server_ts as default
};
