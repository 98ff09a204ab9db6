import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"serve-tools.ts","description":"","frontmatter":{"aside":false,"editLink":false},"headers":[],"params":{"path":"apps/examples/src/serve-tools.ts"},"relativePath":"files/apps/examples/src/serve-tools.ts.md","filePath":"site/files/[path].md"}');
const _sfc_main = { name: "files/apps/examples/src/serve-tools.ts.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="serve-toolsts" tabindex="-1">serve-tools.ts <a class="header-anchor" href="#serve-toolsts" aria-label="Permalink to &quot;serve-tools.ts&quot;">​</a></h1><p><code>apps/examples/src/serve-tools.ts</code> in the repository:</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-comment">// An MCP server offered as an agent: its tools become skills. The MCP server is this file, started</span></span>
<span class="line"><span class="c-comment">// as a second process.</span></span>
<span class="line"><span class="c-keyword">import</span> assert <span class="c-keyword">from</span><span class="c-string-expression"> &#39;node:assert/strict&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { fileURLToPath } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;node:url&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { connect } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/client&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createMcpAgent } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/mcp&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createServer } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/server&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { McpServer } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@modelcontextprotocol/server&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { serveStdio } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@modelcontextprotocol/server/stdio&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { z } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;zod&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> file</span><span class="c-keyword"> =</span><span class="c-function"> fileURLToPath</span>(<span class="c-keyword">import</span>.<span class="c-constant">meta</span>.url);</span>
<span class="line"><span class="c-keyword">if</span> (<span class="c-constant">process</span>.argv[<span class="c-constant">2</span>] <span class="c-keyword">===</span><span class="c-string-expression"> &#39;tools&#39;</span>) <span class="c-function">serveTools</span>();</span>
<span class="line"><span class="c-keyword">else</span><span class="c-keyword"> await</span><span class="c-function"> serveAgent</span>();</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">function</span><span class="c-function"> serveTools</span>()<span class="c-keyword">:</span><span class="c-constant"> void</span> {</span>
<span class="line"><span class="c-function">  serveStdio</span>(() <span class="c-keyword">=&gt;</span> {</span>
<span class="line"><span class="c-keyword">    const</span><span class="c-constant"> server</span><span class="c-keyword"> =</span><span class="c-keyword"> new</span><span class="c-function"> McpServer</span>({ name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Counter&#39;</span>, version<span class="c-keyword">:</span><span class="c-string-expression"> &#39;1.0.0&#39;</span> });</span>
<span class="line"><span class="c-keyword">    const</span><span class="c-constant"> words</span><span class="c-keyword"> =</span> {</span>
<span class="line">      inputSchema<span class="c-keyword">:</span><span class="c-constant"> z</span><span class="c-function">.object</span>({ text<span class="c-keyword">:</span><span class="c-constant"> z</span><span class="c-function">.string</span>() }),</span>
<span class="line">      outputSchema<span class="c-keyword">:</span><span class="c-constant"> z</span><span class="c-function">.object</span>({ words<span class="c-keyword">:</span><span class="c-constant"> z</span><span class="c-function">.int</span>() }),</span>
<span class="line">    };</span>
<span class="line"><span class="c-constant">    server</span><span class="c-function">.registerTool</span>(<span class="c-string-expression">&#39;count_words&#39;</span>, { description<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Counts words.&#39;</span>,<span class="c-keyword"> ...</span>words }, ({ text }) <span class="c-keyword">=&gt;</span> ({</span>
<span class="line">      content<span class="c-keyword">:</span> [],</span>
<span class="line">      structuredContent<span class="c-keyword">:</span> { words<span class="c-keyword">:</span><span class="c-constant"> text</span><span class="c-function">.split</span>(<span class="c-string-expression">/\\s</span><span class="c-keyword">+</span><span class="c-string-expression">/</span><span class="c-keyword">u</span>).<span class="c-constant">length</span> },</span>
<span class="line">    }));</span>
<span class="line"><span class="c-keyword">    return</span> server;</span>
<span class="line">  });</span>
<span class="line">}</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">async</span><span class="c-keyword"> function</span><span class="c-function"> serveAgent</span>()<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">void</span>&gt; {</span>
<span class="line"><span class="c-keyword">  const</span><span class="c-constant"> mcp</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-function"> createMcpAgent</span>({</span>
<span class="line">    command<span class="c-keyword">:</span><span class="c-constant"> process</span>.execPath,</span>
<span class="line">    args<span class="c-keyword">:</span> [file,<span class="c-string-expression"> &#39;tools&#39;</span>],</span>
<span class="line">  });</span>
<span class="line"><span class="c-keyword">  const</span><span class="c-constant"> server</span><span class="c-keyword"> =</span><span class="c-function"> createServer</span>(<span class="c-constant">mcp</span>.agent);</span>
<span class="line"><span class="c-comment">  // When the tools change, the card of the agent changes as well.</span></span>
<span class="line"><span class="c-constant">  mcp</span><span class="c-function">.onAgentChanged</span>(<span class="c-constant">server</span>.replaceAgent);</span>
<span class="line"><span class="c-keyword">  const</span> { <span class="c-constant">url</span> } <span class="c-keyword">=</span><span class="c-keyword"> await</span><span class="c-constant"> server</span><span class="c-function">.listen</span>({ port<span class="c-keyword">:</span><span class="c-constant"> 0</span> });</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">  const</span><span class="c-constant"> remote</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-function"> connect</span>(url);</span>
<span class="line"><span class="c-constant">  assert</span><span class="c-function">.equal</span>(<span class="c-constant">remote</span>.<span class="c-constant">card</span>.name,<span class="c-string-expression"> &#39;Counter&#39;</span>);</span>
<span class="line"><span class="c-keyword">  const</span><span class="c-constant"> result</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-constant"> remote</span><span class="c-function">.skill</span>(<span class="c-string-expression">&#39;count_words&#39;</span>)<span class="c-function">.call</span>({ text<span class="c-keyword">:</span><span class="c-string-expression"> &#39;three little words&#39;</span> });</span>
<span class="line"><span class="c-constant">  assert</span><span class="c-function">.deepEqual</span>(result, { words<span class="c-keyword">:</span><span class="c-constant"> 3</span> });</span>
<span class="line"><span class="c-comment">  // The skill has the schema of the tool, so wrong input never reaches the tool.</span></span>
<span class="line"><span class="c-keyword">  await</span><span class="c-constant"> assert</span><span class="c-function">.rejects</span>(<span class="c-constant">remote</span><span class="c-function">.skill</span>(<span class="c-string-expression">&#39;count_words&#39;</span>)<span class="c-function">.call</span>({ text<span class="c-keyword">:</span><span class="c-constant"> 3</span> }),<span class="c-string-expression"> /text/</span><span class="c-keyword">u</span>);</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">  await</span><span class="c-constant"> server</span><span class="c-function">.close</span>();</span>
<span class="line"><span class="c-keyword">  await</span><span class="c-constant"> mcp</span><span class="c-function">.close</span>();</span>
<span class="line">}</span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/files/apps/examples/src/serve-tools.ts.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const serveTools_ts = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  serveTools_ts as default
};
