import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"generate-types.ts","description":"","frontmatter":{"aside":false,"editLink":false},"headers":[],"params":{"path":"apps/examples/src/generate-types.ts"},"relativePath":"files/apps/examples/src/generate-types.ts.md","filePath":"site/files/[path].md"}');
const _sfc_main = { name: "files/apps/examples/src/generate-types.ts.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="generate-typests" tabindex="-1">generate-types.ts <a class="header-anchor" href="#generate-typests" aria-label="Permalink to &quot;generate-types.ts&quot;">​</a></h1><p><code>apps/examples/src/generate-types.ts</code> in the repository:</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-comment">// Types generated from the card of a served agent: they are written, checked, and found outdated</span></span>
<span class="line"><span class="c-comment">// once the agent has changed.</span></span>
<span class="line"><span class="c-keyword">import</span> assert <span class="c-keyword">from</span><span class="c-string-expression"> &#39;node:assert/strict&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { mkdtemp, readFile, rm } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;node:fs/promises&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { tmpdir } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;node:os&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { join } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;node:path&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { defineAgent, defineSkill,<span class="c-keyword"> type</span> Agent } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/core&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createServer } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/server&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { checkTypes, generateTypes, fromAgent, writeTypes } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/typegen&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">function</span><span class="c-function"> createAgent</span>(winner<span class="c-keyword">:</span><span class="c-string-expression"> &#39;string&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;null&#39;</span>)<span class="c-keyword">:</span><span class="c-function"> Agent</span> {</span>
<span class="line"><span class="c-keyword">  const</span><span class="c-constant"> fight</span><span class="c-keyword"> =</span><span class="c-function"> defineSkill</span>({</span>
<span class="line">    id<span class="c-keyword">:</span><span class="c-string-expression"> &#39;fight-comparison&#39;</span>,</span>
<span class="line">    name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Fight Comparison&#39;</span>,</span>
<span class="line">    description<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Determines who would win a hypothetical fight.&#39;</span>,</span>
<span class="line">    tags<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;comparison&#39;</span>],</span>
<span class="line">    input<span class="c-keyword">:</span> {</span>
<span class="line">      fightComparison<span class="c-keyword">:</span> {</span>
<span class="line">        type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;object&#39;</span>,</span>
<span class="line">        properties<span class="c-keyword">:</span> {</span>
<span class="line">          a<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;string&#39;</span>, minLength<span class="c-keyword">:</span><span class="c-constant"> 1</span>, description<span class="c-keyword">:</span><span class="c-string-expression"> &#39;The first contestant.&#39;</span> },</span>
<span class="line">          b<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;string&#39;</span>, minLength<span class="c-keyword">:</span><span class="c-constant"> 1</span> },</span>
<span class="line">          place<span class="c-keyword">:</span> { enum<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;land&#39;</span>,<span class="c-string-expression"> &#39;water&#39;</span>], default<span class="c-keyword">:</span><span class="c-string-expression"> &#39;land&#39;</span> },</span>
<span class="line">        },</span>
<span class="line">        required<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;a&#39;</span>,<span class="c-string-expression"> &#39;b&#39;</span>],</span>
<span class="line">        additionalProperties<span class="c-keyword">:</span><span class="c-constant"> false</span>,</span>
<span class="line">      },</span>
<span class="line">    },</span>
<span class="line">    output<span class="c-keyword">:</span> {</span>
<span class="line">      fightResponse<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;object&#39;</span>, properties<span class="c-keyword">:</span> { winner<span class="c-keyword">:</span> { type<span class="c-keyword">:</span> winner } } },</span>
<span class="line">    },</span>
<span class="line"><span class="c-function">    run</span><span class="c-keyword">:</span> () <span class="c-keyword">=&gt;</span> ({}),</span>
<span class="line">  });</span>
<span class="line"><span class="c-keyword">  return</span><span class="c-function"> defineAgent</span>({ name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Contest agent&#39;</span>, version<span class="c-keyword">:</span><span class="c-string-expression"> &#39;1.0.0&#39;</span>, skills<span class="c-keyword">:</span> [fight] });</span>
<span class="line">}</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> agent</span><span class="c-keyword"> =</span><span class="c-function"> createAgent</span>(<span class="c-string-expression">&#39;string&#39;</span>);</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> server</span><span class="c-keyword"> =</span><span class="c-function"> createServer</span>(agent);</span>
<span class="line"><span class="c-keyword">const</span> { <span class="c-constant">url</span> } <span class="c-keyword">=</span><span class="c-keyword"> await</span><span class="c-constant"> server</span><span class="c-function">.listen</span>({ port<span class="c-keyword">:</span><span class="c-constant"> 0</span> });</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> folder</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-function"> mkdtemp</span>(<span class="c-function">join</span>(<span class="c-function">tmpdir</span>(),<span class="c-string-expression"> &#39;formwork-types-&#39;</span>));</span>
<span class="line"><span class="c-keyword">try</span> {</span>
<span class="line"><span class="c-keyword">  const</span><span class="c-constant"> file</span><span class="c-keyword"> =</span><span class="c-function"> join</span>(folder,<span class="c-string-expression"> &#39;contest-agent.ts&#39;</span>);</span>
<span class="line"><span class="c-keyword">  const</span> [<span class="c-constant">written</span>] <span class="c-keyword">=</span><span class="c-keyword"> await</span><span class="c-function"> writeTypes</span>([{ source<span class="c-keyword">:</span> url, file }]);</span>
<span class="line"><span class="c-constant">  assert</span><span class="c-function">.deepEqual</span>(written, { file, state<span class="c-keyword">:</span><span class="c-string-expression"> &#39;written&#39;</span>, warnings<span class="c-keyword">:</span> [] });</span>
<span class="line"><span class="c-keyword">  const</span><span class="c-constant"> code</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-function"> readFile</span>(file,<span class="c-string-expression"> &#39;utf8&#39;</span>);</span>
<span class="line"><span class="c-constant">  assert</span><span class="c-function">.match</span>(code,<span class="c-string-expression"> /input: \\{ fightComparison: FightComparison \\}/</span><span class="c-keyword">u</span>);</span>
<span class="line"><span class="c-constant">  assert</span><span class="c-function">.match</span>(code,<span class="c-string-expression"> /place\\?: &#39;land&#39; \\| &#39;water&#39;;/</span><span class="c-keyword">u</span>);</span>
<span class="line"><span class="c-constant">  assert</span><span class="c-function">.match</span>(code,<span class="c-string-expression"> /export const connectContestAgent/</span><span class="c-keyword">u</span>);</span>
<span class="line"></span>
<span class="line"><span class="c-comment">  // The definition gives the same types as the card.</span></span>
<span class="line"><span class="c-keyword">  const</span><span class="c-constant"> source</span><span class="c-keyword"> =</span><span class="c-function"> fromAgent</span>(agent, { origin<span class="c-keyword">:</span> url, url });</span>
<span class="line"><span class="c-constant">  assert</span><span class="c-function">.equal</span>((<span class="c-keyword">await</span><span class="c-function"> generateTypes</span>(source)).code, code);</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">  const</span> [<span class="c-constant">checked</span>] <span class="c-keyword">=</span><span class="c-keyword"> await</span><span class="c-function"> checkTypes</span>([{ source<span class="c-keyword">:</span> url, file }]);</span>
<span class="line"><span class="c-constant">  assert</span><span class="c-function">.equal</span>(<span class="c-constant">checked</span>?.state,<span class="c-string-expression"> &#39;current&#39;</span>);</span>
<span class="line"><span class="c-keyword">  await</span><span class="c-constant"> server</span><span class="c-function">.close</span>();</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">  const</span> [<span class="c-constant">changed</span>] <span class="c-keyword">=</span><span class="c-keyword"> await</span><span class="c-function"> checkTypes([</span></span>
<span class="line">    { <span class="c-function">source: fromAgent</span>(<span class="c-function">createAgent</span>(<span class="c-string-expression">&#39;null&#39;</span>), { origin<span class="c-keyword">:</span> url, url }),<span class="c-constant"> file</span> },</span>
<span class="line">  ]);</span>
<span class="line"><span class="c-constant">  assert</span><span class="c-function">.equal</span>(<span class="c-constant">changed</span>?.state,<span class="c-string-expression"> &#39;outdated&#39;</span>);</span>
<span class="line"><span class="c-constant">  console</span><span class="c-function">.log</span>(<span class="c-constant">code</span><span class="c-function">.replaceAll</span>(url,<span class="c-string-expression"> &#39;https://agent.example&#39;</span>)<span class="c-function">.trimEnd</span>());</span>
<span class="line">} <span class="c-keyword">finally</span> {</span>
<span class="line"><span class="c-keyword">  await</span><span class="c-function"> rm</span>(folder, { recursive<span class="c-keyword">:</span><span class="c-constant"> true</span> });</span>
<span class="line">}</span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/files/apps/examples/src/generate-types.ts.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const generateTypes_ts = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  generateTypes_ts as default
};
