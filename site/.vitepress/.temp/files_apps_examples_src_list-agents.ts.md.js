import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"list-agents.ts","description":"","frontmatter":{"aside":false,"editLink":false},"headers":[],"params":{"path":"apps/examples/src/list-agents.ts"},"relativePath":"files/apps/examples/src/list-agents.ts.md","filePath":"site/files/[path].md"}');
const _sfc_main = { name: "files/apps/examples/src/list-agents.ts.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="list-agentsts" tabindex="-1">list-agents.ts <a class="header-anchor" href="#list-agentsts" aria-label="Permalink to &quot;list-agents.ts&quot;">​</a></h1><p><code>apps/examples/src/list-agents.ts</code> in the repository:</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-comment">// A registry of agents, which is an agent itself: one agent registers, and another finds it by its</span></span>
<span class="line"><span class="c-comment">// skill.</span></span>
<span class="line"><span class="c-keyword">import</span> assert <span class="c-keyword">from</span><span class="c-string-expression"> &#39;node:assert/strict&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { connect } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/client&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { defineAgent, defineSkill } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/core&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createRegistry, createRegistryAgent, createRegistryClient } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/registry&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createServer } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/server&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> rate</span><span class="c-keyword"> =</span><span class="c-function"> defineSkill</span>({</span>
<span class="line">  id<span class="c-keyword">:</span><span class="c-string-expression"> &#39;rate&#39;</span>,</span>
<span class="line">  name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Rate of a currency&#39;</span>,</span>
<span class="line">  description<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Tells what a currency costs.&#39;</span>,</span>
<span class="line">  tags<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;finance&#39;</span>],</span>
<span class="line">  input<span class="c-keyword">:</span> { currency<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;object&#39;</span>, properties<span class="c-keyword">:</span> { code<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;string&#39;</span> } } } },</span>
<span class="line">  output<span class="c-keyword">:</span> { price<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;object&#39;</span>, properties<span class="c-keyword">:</span> { euros<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;number&#39;</span> } } } },</span>
<span class="line"><span class="c-function">  run</span><span class="c-keyword">:</span> () <span class="c-keyword">=&gt;</span> ({ euros<span class="c-keyword">:</span><span class="c-constant"> 1</span> }),</span>
<span class="line">});</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> rates</span><span class="c-keyword"> =</span><span class="c-function"> createServer</span>(<span class="c-function">defineAgent</span>({ name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Rates&#39;</span>, version<span class="c-keyword">:</span><span class="c-string-expression"> &#39;1.0.0&#39;</span>, skills<span class="c-keyword">:</span> [rate] }));</span>
<span class="line"><span class="c-keyword">const</span> { <span class="c-constant">url</span> } <span class="c-keyword">=</span><span class="c-keyword"> await</span><span class="c-constant"> rates</span><span class="c-function">.listen</span>({ port<span class="c-keyword">:</span><span class="c-constant"> 0</span> });</span>
<span class="line"></span>
<span class="line"><span class="c-comment">// A registry lists only agents on the public internet unless its options allow more.</span></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> registry</span><span class="c-keyword"> =</span><span class="c-function"> createRegistry</span>({ allowAddresses<span class="c-keyword">:</span><span class="c-string-expression"> &#39;local&#39;</span> });</span>
<span class="line"><span class="c-constant">registry</span><span class="c-function">.start</span>();</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> registryAgent</span><span class="c-keyword"> =</span><span class="c-function"> createRegistryAgent</span>(registry);</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> server</span><span class="c-keyword"> =</span><span class="c-function"> createServer</span>(registryAgent);</span>
<span class="line"><span class="c-keyword">const</span> { url: <span class="c-constant">registryUrl</span> } <span class="c-keyword">=</span><span class="c-keyword"> await</span><span class="c-constant"> server</span><span class="c-function">.listen</span>({ port<span class="c-keyword">:</span><span class="c-constant"> 0</span> });</span>
<span class="line"></span>
<span class="line"><span class="c-comment">// Any client of agents can call the registry: with types, by forms, or as tools of a model.</span></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> remote</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-function"> connect</span>(registryUrl);</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> registered</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-constant"> remote</span><span class="c-function">.skill</span>(<span class="c-string-expression">&#39;register&#39;</span>)<span class="c-function">.call</span>({ url });</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.ok</span>(registered);</span>
<span class="line"></span>
<span class="line"><span class="c-comment">// A client finds listed agents by skills, tags, schemas, fingerprints of schemas, and words.</span></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> client</span><span class="c-keyword"> =</span><span class="c-function"> createRegistryClient</span>(registryUrl);</span>
<span class="line"><span class="c-keyword">const</span> { <span class="c-constant">agents</span>,<span class="c-constant"> totalCount</span> } <span class="c-keyword">=</span><span class="c-keyword"> await</span><span class="c-constant"> client</span><span class="c-function">.discover</span>({</span>
<span class="line">  text<span class="c-keyword">:</span><span class="c-string-expression"> &#39;currenc&#39;</span>,</span>
<span class="line">  schemas<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;price&#39;</span>],</span>
<span class="line">  status<span class="c-keyword">:</span><span class="c-string-expression"> &#39;healthy&#39;</span>,</span>
<span class="line">});</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.equal</span>(totalCount,<span class="c-constant"> 1</span>);</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.deepEqual</span>(agents[<span class="c-constant">0</span>]?.<span class="c-constant">capabilities</span><span class="c-function">.slice</span>(<span class="c-constant">0</span>,<span class="c-constant"> 1</span>), [<span class="c-string-expression">&#39;rate&#39;</span>]);</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.deepEqual</span>((<span class="c-keyword">await</span><span class="c-constant"> client</span><span class="c-function">.discover</span>({ tags<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;weather&#39;</span>] })).agents, []);</span>
<span class="line"></span>
<span class="line"><span class="c-comment">// In the same process, the registry can be asked by a function.</span></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> page</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-constant"> registry</span><span class="c-function">.discover</span>({ capabilities<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;rate&#39;</span>] });</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.equal</span>(<span class="c-constant">page</span>.agents[<span class="c-constant">0</span>]?.url, url);</span>
<span class="line"><span class="c-constant">console</span><span class="c-function">.log</span>(<span class="c-string-expression">\`</span><span class="c-keyword">\${</span><span class="c-constant">page</span>.agents[<span class="c-constant">0</span>].name<span class="c-keyword">}</span><span class="c-string-expression"> is </span><span class="c-keyword">\${</span><span class="c-constant">page</span>.agents[<span class="c-constant">0</span>].status<span class="c-keyword">}</span><span class="c-string-expression">.\`</span>);</span>
<span class="line"></span>
<span class="line"><span class="c-comment">// The registry refuses an agent that it cannot reach, or that is not at its own address, and tells</span></span>
<span class="line"><span class="c-comment">// why.</span></span>
<span class="line"><span class="c-keyword">await</span><span class="c-constant"> assert</span><span class="c-function">.rejects</span>(<span class="c-constant">remote</span><span class="c-function">.skill</span>(<span class="c-string-expression">&#39;register&#39;</span>)<span class="c-function">.call</span>({ url<span class="c-keyword">:</span><span class="c-string-expression"> &#39;http://169.254.169.254&#39;</span> }), {</span>
<span class="line">  message<span class="c-keyword">:</span><span class="c-string-expression"> /leads into a private network/</span><span class="c-keyword">u</span>,</span>
<span class="line">});</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">await</span><span class="c-constant"> server</span><span class="c-function">.close</span>();</span>
<span class="line"><span class="c-keyword">await</span><span class="c-constant"> registry</span><span class="c-function">.close</span>();</span>
<span class="line"><span class="c-keyword">await</span><span class="c-constant"> rates</span><span class="c-function">.close</span>();</span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/files/apps/examples/src/list-agents.ts.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const listAgents_ts = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  listAgents_ts as default
};
