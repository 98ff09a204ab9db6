import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"beside-express.ts","description":"","frontmatter":{"aside":false,"editLink":false},"headers":[],"params":{"path":"apps/examples/src/beside-express.ts"},"relativePath":"files/apps/examples/src/beside-express.ts.md","filePath":"site/files/[path].md"}');
const _sfc_main = { name: "files/apps/examples/src/beside-express.ts.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="beside-expressts" tabindex="-1">beside-express.ts <a class="header-anchor" href="#beside-expressts" aria-label="Permalink to &quot;beside-express.ts&quot;">​</a></h1><p><code>apps/examples/src/beside-express.ts</code> in the repository:</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-comment">// An express app that already has its own middleware and routes gets an agent and its page of</span></span>
<span class="line"><span class="c-comment">// forms, on the same port.</span></span>
<span class="line"><span class="c-keyword">import</span> assert <span class="c-keyword">from</span><span class="c-string-expression"> &#39;node:assert/strict&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { once } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;node:events&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span><span class="c-keyword"> type</span> { AddressInfo } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;node:net&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { connect } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/client&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { defineAgent, defineSkill } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/core&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createFormsRouter } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/forms&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createAgentRouter } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/server&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> express <span class="c-keyword">from</span><span class="c-string-expression"> &#39;express&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> stock</span><span class="c-keyword"> =</span><span class="c-keyword"> new</span><span class="c-function"> Map</span>([[<span class="c-string-expression">&#39;pen&#39;</span>,<span class="c-constant"> 12</span>]]);</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> count</span><span class="c-keyword"> =</span><span class="c-function"> defineSkill</span>({</span>
<span class="line">  id<span class="c-keyword">:</span><span class="c-string-expression"> &#39;count&#39;</span>,</span>
<span class="line">  name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Count&#39;</span>,</span>
<span class="line">  description<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Tells how many pieces of an article are left.&#39;</span>,</span>
<span class="line">  tags<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;shop&#39;</span>],</span>
<span class="line">  input<span class="c-keyword">:</span> {</span>
<span class="line">    article<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;object&#39;</span>, properties<span class="c-keyword">:</span> { name<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;string&#39;</span> } }, required<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;name&#39;</span>] },</span>
<span class="line">  },</span>
<span class="line">  output<span class="c-keyword">:</span> {</span>
<span class="line">    pieces<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;object&#39;</span>, properties<span class="c-keyword">:</span> { left<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;integer&#39;</span> } }, required<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;left&#39;</span>] },</span>
<span class="line">  },</span>
<span class="line"><span class="c-function">  run</span><span class="c-keyword">:</span> ({ input }) <span class="c-keyword">=&gt;</span> ({ left<span class="c-keyword">:</span><span class="c-constant"> stock</span><span class="c-function">.get</span>(<span class="c-constant">input</span>.name) <span class="c-keyword">??</span><span class="c-constant"> 0</span> }),</span>
<span class="line">});</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> agent</span><span class="c-keyword"> =</span><span class="c-function"> defineAgent</span>({ name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Shop&#39;</span>, version<span class="c-keyword">:</span><span class="c-string-expression"> &#39;1.0.0&#39;</span>, skills<span class="c-keyword">:</span> [count] });</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> app</span><span class="c-keyword"> =</span><span class="c-function"> express</span>();</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> http</span><span class="c-keyword"> =</span><span class="c-constant"> app</span><span class="c-function">.listen</span>(<span class="c-constant">0</span>,<span class="c-string-expression"> &#39;127.0.0.1&#39;</span>);</span>
<span class="line"><span class="c-keyword">await</span><span class="c-function"> once</span>(http,<span class="c-string-expression"> &#39;listening&#39;</span>);</span>
<span class="line"><span class="c-comment">// In production this is the address by which callers reach the app.</span></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> publicUrl</span><span class="c-keyword"> =</span><span class="c-string-expression"> \`http://127.0.0.1:</span><span class="c-keyword">\${</span>(<span class="c-constant">http</span><span class="c-function">.address</span>() <span class="c-keyword">as</span><span class="c-function"> AddressInfo</span>).port<span class="c-keyword">}</span><span class="c-string-expression">\`</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-comment">// Middleware for all requests comes first, such as the log.</span></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> log</span><span class="c-keyword">:</span><span class="c-constant"> string</span>[] <span class="c-keyword">=</span> [];</span>
<span class="line"><span class="c-constant">app</span><span class="c-function">.use</span>(({ method, path }, _response, next) <span class="c-keyword">=&gt;</span> {</span>
<span class="line"><span class="c-constant">  log</span><span class="c-function">.push</span>(<span class="c-string-expression">\`</span><span class="c-keyword">\${</span>method<span class="c-keyword">}</span><span class="c-keyword"> \${</span>path<span class="c-keyword">}</span><span class="c-string-expression">\`</span>);</span>
<span class="line"><span class="c-function">  next</span>();</span>
<span class="line">});</span>
<span class="line"></span>
<span class="line"><span class="c-comment">// The routers come before parsers of bodies, because they read the bodies themselves.</span></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> door</span><span class="c-keyword"> =</span><span class="c-function"> createAgentRouter</span>(agent, { publicUrl });</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> forms</span><span class="c-keyword"> =</span><span class="c-function"> createFormsRouter</span>({ mode<span class="c-keyword">:</span><span class="c-string-expression"> &#39;one&#39;</span>, agentUrl<span class="c-keyword">:</span> publicUrl });</span>
<span class="line"><span class="c-constant">app</span><span class="c-function">.use</span>(<span class="c-constant">door</span>.router);</span>
<span class="line"><span class="c-comment">// All paths of the page are relative, so it can be mounted anywhere.</span></span>
<span class="line"><span class="c-constant">app</span><span class="c-function">.use</span>(<span class="c-string-expression">&#39;/forms&#39;</span>,<span class="c-constant"> forms</span>.router);</span>
<span class="line"></span>
<span class="line"><span class="c-constant">app</span><span class="c-function">.use</span>(<span class="c-constant">express</span><span class="c-function">.json</span>());</span>
<span class="line"><span class="c-constant">app</span><span class="c-function">.post</span>(<span class="c-string-expression">&#39;/articles&#39;</span>, ({ body }, response) <span class="c-keyword">=&gt;</span> {</span>
<span class="line"><span class="c-keyword">  const</span> { <span class="c-constant">name</span>,<span class="c-constant"> pieces</span> } <span class="c-keyword">=</span> body <span class="c-keyword">as</span> { name<span class="c-keyword">:</span><span class="c-constant"> string</span>; pieces<span class="c-keyword">:</span><span class="c-constant"> number</span> };</span>
<span class="line"><span class="c-constant">  stock</span><span class="c-function">.set</span>(name, pieces);</span>
<span class="line"><span class="c-constant">  response</span><span class="c-function">.status</span>(<span class="c-constant">201</span>)<span class="c-function">.json</span>({ name, pieces });</span>
<span class="line">});</span>
<span class="line"></span>
<span class="line"><span class="c-comment">// The app&#39;s own route, the agent and the page answer on one port.</span></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> created</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-function"> fetch</span>(<span class="c-string-expression">\`</span><span class="c-keyword">\${</span>publicUrl<span class="c-keyword">}</span><span class="c-string-expression">/articles\`</span>, {</span>
<span class="line">  method<span class="c-keyword">:</span><span class="c-string-expression"> &#39;POST&#39;</span>,</span>
<span class="line">  headers<span class="c-keyword">:</span> { <span class="c-string-expression">&#39;Content-Type&#39;</span><span class="c-keyword">:</span><span class="c-string-expression"> &#39;application/json&#39;</span> },</span>
<span class="line">  body<span class="c-keyword">:</span><span class="c-constant"> JSON</span><span class="c-function">.stringify</span>({ name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;book&#39;</span>, pieces<span class="c-keyword">:</span><span class="c-constant"> 3</span> }),</span>
<span class="line">});</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.equal</span>(<span class="c-constant">created</span>.status,<span class="c-constant"> 201</span>);</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> remote</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-function"> connect</span>&lt;<span class="c-keyword">typeof</span> agent&gt;(publicUrl);</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.deepEqual</span>(<span class="c-keyword">await</span><span class="c-constant"> remote</span><span class="c-function">.skill</span>(<span class="c-string-expression">&#39;count&#39;</span>)<span class="c-function">.call</span>({ name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;book&#39;</span> }), { left<span class="c-keyword">:</span><span class="c-constant"> 3</span> });</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> page</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-function"> fetch</span>(<span class="c-string-expression">\`</span><span class="c-keyword">\${</span>publicUrl<span class="c-keyword">}</span><span class="c-string-expression">/forms/\`</span>);</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.match</span>(<span class="c-keyword">await</span><span class="c-constant"> page</span><span class="c-function">.text</span>(),<span class="c-string-expression"> /&lt;!doctype html&gt;/</span><span class="c-keyword">u</span>);</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.deepEqual</span>(log, [</span>
<span class="line"><span class="c-string-expression">  &#39;POST /articles&#39;</span>,</span>
<span class="line"><span class="c-string-expression">  &#39;GET /.well-known/agent-card.json&#39;</span>,</span>
<span class="line"><span class="c-string-expression">  &#39;POST /a2a&#39;</span>,</span>
<span class="line"><span class="c-string-expression">  &#39;GET /forms/&#39;</span>,</span>
<span class="line">]);</span>
<span class="line"></span>
<span class="line"><span class="c-comment">// The agent ends its tasks and streams before the app closes its port.</span></span>
<span class="line"><span class="c-keyword">await</span><span class="c-constant"> forms</span><span class="c-function">.close</span>();</span>
<span class="line"><span class="c-keyword">await</span><span class="c-constant"> door</span><span class="c-function">.close</span>();</span>
<span class="line"><span class="c-constant">http</span><span class="c-function">.close</span>();</span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/files/apps/examples/src/beside-express.ts.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const besideExpress_ts = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  besideExpress_ts as default
};
