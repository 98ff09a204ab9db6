import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"serve-mcp.ts","description":"","frontmatter":{"aside":false,"editLink":false},"headers":[],"params":{"path":"apps/examples/src/serve-mcp.ts"},"relativePath":"files/apps/examples/src/serve-mcp.ts.md","filePath":"site/files/[path].md"}');
const _sfc_main = { name: "files/apps/examples/src/serve-mcp.ts.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="serve-mcpts" tabindex="-1">serve-mcp.ts <a class="header-anchor" href="#serve-mcpts" aria-label="Permalink to &quot;serve-mcp.ts&quot;">​</a></h1><p><code>apps/examples/src/serve-mcp.ts</code> in the repository:</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-comment">// An agent that also serves MCP, for hosts that know no A2A: at /mcp its skills are tools.</span></span>
<span class="line"><span class="c-keyword">import</span> assert <span class="c-keyword">from</span><span class="c-string-expression"> &#39;node:assert/strict&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { defineAgent, defineSkill } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/core&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createBridge, createMcpRouter } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/mcp&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createServer } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/server&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> count</span><span class="c-keyword"> =</span><span class="c-function"> defineSkill</span>({</span>
<span class="line">  id<span class="c-keyword">:</span><span class="c-string-expression"> &#39;count-words&#39;</span>,</span>
<span class="line">  name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Count words&#39;</span>,</span>
<span class="line">  description<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Counts the words of a text.&#39;</span>,</span>
<span class="line">  tags<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;text&#39;</span>],</span>
<span class="line">  input<span class="c-keyword">:</span> { page<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;object&#39;</span>, properties<span class="c-keyword">:</span> { text<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;string&#39;</span> } }, required<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;text&#39;</span>] } },</span>
<span class="line">  output<span class="c-keyword">:</span> {</span>
<span class="line">    words<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;object&#39;</span>, properties<span class="c-keyword">:</span> { words<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;integer&#39;</span> } }, required<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;words&#39;</span>] },</span>
<span class="line">  },</span>
<span class="line"><span class="c-function">  run</span><span class="c-keyword">:</span> ({ input }) <span class="c-keyword">=&gt;</span> ({ words<span class="c-keyword">:</span><span class="c-constant"> input</span><span class="c-function">.</span><span class="c-constant">text</span><span class="c-function">.split</span>(<span class="c-string-expression">/\\s</span><span class="c-keyword">+</span><span class="c-string-expression">/</span><span class="c-keyword">u</span>).<span class="c-constant">length</span> }),</span>
<span class="line">});</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> agent</span><span class="c-keyword"> =</span><span class="c-function"> defineAgent</span>({ name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Counter&#39;</span>, version<span class="c-keyword">:</span><span class="c-string-expression"> &#39;1.0.0&#39;</span>, skills<span class="c-keyword">:</span> [count] });</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> server</span><span class="c-keyword"> =</span><span class="c-function"> createServer</span>(agent);</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> bridge</span><span class="c-keyword"> =</span><span class="c-function"> createBridge</span>({</span>
<span class="line"><span class="c-comment">  // The tools come from the server itself, which also tells the bridge where to send calls.</span></span>
<span class="line">  agents<span class="c-keyword">:</span> [{ alias<span class="c-keyword">:</span><span class="c-string-expression"> &#39;counter&#39;</span>, server }],</span>
<span class="line"><span class="c-comment">  // The MCP server presents itself with the name, version and description of the agent.</span></span>
<span class="line"><span class="c-function">  identity</span><span class="c-keyword">:</span> () <span class="c-keyword">=&gt;</span> agent,</span>
<span class="line">});</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> mcp</span><span class="c-keyword"> =</span><span class="c-function"> createMcpRouter</span>(bridge);</span>
<span class="line"><span class="c-constant">server</span><span class="c-function">.</span><span class="c-constant">app</span><span class="c-function">.use</span>(<span class="c-string-expression">&#39;/mcp&#39;</span>,<span class="c-constant"> mcp</span>.router);</span>
<span class="line"><span class="c-keyword">const</span> { <span class="c-constant">url</span> } <span class="c-keyword">=</span><span class="c-keyword"> await</span><span class="c-constant"> server</span><span class="c-function">.listen</span>({ port<span class="c-keyword">:</span><span class="c-constant"> 0</span> });</span>
<span class="line"></span>
<span class="line"><span class="c-comment">// Sends a request as an MCP host does; a real host would use an SDK.</span></span>
<span class="line"><span class="c-keyword">async</span><span class="c-keyword"> function</span><span class="c-function"> ask</span>(</span>
<span class="line">  method<span class="c-keyword">:</span><span class="c-constant"> string</span>,</span>
<span class="line">  params<span class="c-keyword">:</span> { <span class="c-keyword">readonly</span> name<span class="c-keyword">?:</span><span class="c-constant"> string</span>; <span class="c-keyword">readonly</span> arguments<span class="c-keyword">?:</span><span class="c-constant"> object</span> },</span>
<span class="line">) {</span>
<span class="line"><span class="c-keyword">  const</span><span class="c-constant"> meta</span><span class="c-keyword"> =</span> {</span>
<span class="line"><span class="c-string-expression">    &#39;io.modelcontextprotocol/protocolVersion&#39;</span><span class="c-keyword">:</span><span class="c-string-expression"> &#39;2026-07-28&#39;</span>,</span>
<span class="line"><span class="c-string-expression">    &#39;io.modelcontextprotocol/clientCapabilities&#39;</span><span class="c-keyword">:</span> {},</span>
<span class="line">  };</span>
<span class="line"><span class="c-keyword">  const</span><span class="c-constant"> response</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-function"> fetch</span>(<span class="c-string-expression">\`</span><span class="c-keyword">\${</span>url<span class="c-keyword">}</span><span class="c-string-expression">/mcp\`</span>, {</span>
<span class="line">    method<span class="c-keyword">:</span><span class="c-string-expression"> &#39;POST&#39;</span>,</span>
<span class="line">    headers<span class="c-keyword">:</span> {</span>
<span class="line"><span class="c-string-expression">      &#39;Content-Type&#39;</span><span class="c-keyword">:</span><span class="c-string-expression"> &#39;application/json&#39;</span>,</span>
<span class="line">      Accept<span class="c-keyword">:</span><span class="c-string-expression"> &#39;application/json, text/event-stream&#39;</span>,</span>
<span class="line"><span class="c-string-expression">      &#39;MCP-Protocol-Version&#39;</span><span class="c-keyword">:</span><span class="c-string-expression"> &#39;2026-07-28&#39;</span>,</span>
<span class="line"><span class="c-string-expression">      &#39;Mcp-Method&#39;</span><span class="c-keyword">:</span> method,</span>
<span class="line"><span class="c-keyword">      ...</span>(<span class="c-constant">params</span>.name <span class="c-keyword">!==</span><span class="c-constant"> undefined</span><span class="c-keyword"> &amp;&amp;</span> { <span class="c-string-expression">&#39;Mcp-Name&#39;</span><span class="c-keyword">:</span><span class="c-constant"> params</span>.name }),</span>
<span class="line">    },</span>
<span class="line">    body<span class="c-keyword">:</span><span class="c-constant"> JSON</span><span class="c-function">.stringify</span>({ jsonrpc<span class="c-keyword">:</span><span class="c-string-expression"> &#39;2.0&#39;</span>, id<span class="c-keyword">:</span><span class="c-constant"> 1</span>, method, params<span class="c-keyword">:</span> { <span class="c-keyword">...</span>params, _meta<span class="c-keyword">:</span> meta } }),</span>
<span class="line">  });</span>
<span class="line"><span class="c-keyword">  const</span> { <span class="c-constant">result</span> } <span class="c-keyword">=</span> (<span class="c-keyword">await</span><span class="c-constant"> response</span><span class="c-function">.json</span>()) <span class="c-keyword">as</span> { result<span class="c-keyword">:</span><span class="c-function"> Record</span>&lt;<span class="c-constant">string</span>,<span class="c-constant"> unknown</span>&gt; };</span>
<span class="line"><span class="c-keyword">  return</span> result;</span>
<span class="line">}</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span> { <span class="c-constant">instructions</span> } <span class="c-keyword">=</span><span class="c-keyword"> await</span><span class="c-function"> ask</span>(<span class="c-string-expression">&#39;server/discover&#39;</span>, {});</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.match</span>(<span class="c-function">String</span>(instructions),<span class="c-string-expression"> /skills of the agent &quot;Counter&quot;/</span><span class="c-keyword">u</span>);</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span> { <span class="c-constant">tools</span> } <span class="c-keyword">=</span><span class="c-keyword"> await</span><span class="c-function"> ask</span>(<span class="c-string-expression">&#39;tools/list&#39;</span>, {});</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.deepEqual</span>(</span>
<span class="line">  (tools <span class="c-keyword">as</span> { name<span class="c-keyword">:</span><span class="c-constant"> string</span> }[])<span class="c-function">.map</span>(({ name }) <span class="c-keyword">=&gt;</span> name),</span>
<span class="line">  [<span class="c-string-expression">&#39;counter_count-words&#39;</span>,<span class="c-string-expression"> &#39;counter_ask&#39;</span>,<span class="c-string-expression"> &#39;a2a_task&#39;</span>],</span>
<span class="line">);</span>
<span class="line"><span class="c-keyword">const</span> { <span class="c-constant">structuredContent</span> } <span class="c-keyword">=</span><span class="c-keyword"> await</span><span class="c-function"> ask</span>(<span class="c-string-expression">&#39;tools/call&#39;</span>, {</span>
<span class="line">  name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;counter_count-words&#39;</span>,</span>
<span class="line">  arguments<span class="c-keyword">:</span> { text<span class="c-keyword">:</span><span class="c-string-expression"> &#39;three little words&#39;</span> },</span>
<span class="line">});</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.deepEqual</span>(structuredContent, { words<span class="c-keyword">:</span><span class="c-constant"> 3</span> });</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">await</span><span class="c-constant"> mcp</span><span class="c-function">.close</span>();</span>
<span class="line"><span class="c-keyword">await</span><span class="c-constant"> bridge</span><span class="c-function">.close</span>();</span>
<span class="line"><span class="c-keyword">await</span><span class="c-constant"> server</span><span class="c-function">.close</span>();</span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/files/apps/examples/src/serve-mcp.ts.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const serveMcp_ts = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  serveMcp_ts as default
};
