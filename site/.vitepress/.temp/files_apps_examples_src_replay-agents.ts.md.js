import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"replay-agents.ts","description":"","frontmatter":{"aside":false,"editLink":false},"headers":[],"params":{"path":"apps/examples/src/replay-agents.ts"},"relativePath":"files/apps/examples/src/replay-agents.ts.md","filePath":"site/files/[path].md"}');
const _sfc_main = { name: "files/apps/examples/src/replay-agents.ts.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="replay-agentsts" tabindex="-1">replay-agents.ts <a class="header-anchor" href="#replay-agentsts" aria-label="Permalink to &quot;replay-agents.ts&quot;">​</a></h1><p><code>apps/examples/src/replay-agents.ts</code> in the repository:</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-comment">// A test of a skill that calls another agent, without that agent: what it said is in a file. To</span></span>
<span class="line"><span class="c-comment">// record it again, serve contest-agent.ts and set FORMWORK_RECORD=1.</span></span>
<span class="line"><span class="c-keyword">import</span> assert <span class="c-keyword">from</span><span class="c-string-expression"> &#39;node:assert/strict&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { connect } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/client&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { defineAgent, defineSkill } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/core&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createRecording, createTestAgent } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/testing&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> CONTEST</span><span class="c-keyword"> =</span><span class="c-string-expression"> &#39;https://contest.example&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> tournament</span><span class="c-keyword"> =</span><span class="c-function"> defineSkill</span>({</span>
<span class="line">  id<span class="c-keyword">:</span><span class="c-string-expression"> &#39;tournament&#39;</span>,</span>
<span class="line">  name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Tournament&#39;</span>,</span>
<span class="line">  description<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Lets several opponents fight, each against the winner so far.&#39;</span>,</span>
<span class="line">  tags<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;comparison&#39;</span>],</span>
<span class="line">  input<span class="c-keyword">:</span> {</span>
<span class="line">    opponents<span class="c-keyword">:</span> {</span>
<span class="line">      type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;object&#39;</span>,</span>
<span class="line">      properties<span class="c-keyword">:</span> { names<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;array&#39;</span>, items<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;string&#39;</span> }, minItems<span class="c-keyword">:</span><span class="c-constant"> 2</span> } },</span>
<span class="line">      required<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;names&#39;</span>],</span>
<span class="line">    },</span>
<span class="line">  },</span>
<span class="line"><span class="c-keyword">  async</span><span class="c-function"> run</span>({ input: { names } }) {</span>
<span class="line"><span class="c-keyword">    const</span><span class="c-constant"> contest</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-function"> connect</span>(<span class="c-constant">CONTEST</span>);</span>
<span class="line"><span class="c-keyword">    let</span> winner <span class="c-keyword">=</span> names[<span class="c-constant">0</span>];</span>
<span class="line"><span class="c-keyword">    for</span> (<span class="c-keyword">const</span><span class="c-constant"> name</span><span class="c-keyword"> of</span><span class="c-constant"> names</span><span class="c-function">.slice</span>(<span class="c-constant">1</span>)) {</span>
<span class="line"><span class="c-keyword">      const</span><span class="c-constant"> fight</span><span class="c-keyword"> =</span><span class="c-constant"> contest</span><span class="c-function">.skill</span>(<span class="c-string-expression">&#39;fight-comparison&#39;</span>);</span>
<span class="line">      ({ winner } <span class="c-keyword">=</span> (<span class="c-keyword">await</span><span class="c-constant"> fight</span><span class="c-function">.call</span>({ a<span class="c-keyword">:</span> winner <span class="c-keyword">??</span><span class="c-string-expression"> &#39;&#39;</span>, b<span class="c-keyword">:</span> name })) <span class="c-keyword">as</span> { winner<span class="c-keyword">:</span><span class="c-constant"> string</span> });</span>
<span class="line">    }</span>
<span class="line"><span class="c-keyword">    return</span> winner <span class="c-keyword">??</span><span class="c-string-expression"> &#39;nobody&#39;</span>;</span>
<span class="line">  },</span>
<span class="line">});</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> agent</span><span class="c-keyword"> =</span><span class="c-function"> defineAgent</span>({ name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Tournaments&#39;</span>, version<span class="c-keyword">:</span><span class="c-string-expression"> &#39;1.0.0&#39;</span>, skills<span class="c-keyword">:</span> [tournament] });</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> file</span><span class="c-keyword"> =</span><span class="c-keyword"> new</span><span class="c-function"> URL</span>(<span class="c-string-expression">&#39;../recordings/contest.json&#39;</span>,<span class="c-keyword"> import</span>.<span class="c-constant">meta</span>.url);</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> addresses</span><span class="c-keyword"> =</span> { [<span class="c-constant">CONTEST</span>]<span class="c-keyword">:</span><span class="c-constant"> process</span>.env[<span class="c-string-expression">&#39;CONTEST_AGENT&#39;</span>] <span class="c-keyword">??</span><span class="c-string-expression"> &#39;http://127.0.0.1:4100&#39;</span> };</span>
<span class="line"><span class="c-keyword">await using</span><span class="c-constant"> recording</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-function"> createRecording</span>(file, { global<span class="c-keyword">:</span><span class="c-constant"> true</span>, addresses });</span>
<span class="line"><span class="c-keyword">await using</span><span class="c-constant"> tested</span><span class="c-keyword"> =</span><span class="c-function"> createTestAgent</span>(agent);</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> task</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-constant"> tested</span><span class="c-function">.call</span>(<span class="c-string-expression">&#39;tournament&#39;</span>, { names<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;Lion&#39;</span>,<span class="c-string-expression"> &#39;Tiger&#39;</span>,<span class="c-string-expression"> &#39;Salamander&#39;</span>] });</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.equal</span>(<span class="c-constant">task</span><span class="c-function">.result</span>(),<span class="c-string-expression"> &#39;Salamander&#39;</span>);</span>
<span class="line"></span>
<span class="line"><span class="c-comment">// Nobody has recorded this fight.</span></span>
<span class="line"><span class="c-keyword">if</span> (<span class="c-constant">recording</span>.mode <span class="c-keyword">===</span><span class="c-string-expression"> &#39;replay&#39;</span>) {</span>
<span class="line"><span class="c-keyword">  const</span><span class="c-constant"> other</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-constant"> tested</span><span class="c-function">.call</span>(<span class="c-string-expression">&#39;tournament&#39;</span>, { names<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;Lion&#39;</span>,<span class="c-string-expression"> &#39;Giraffe&#39;</span>] });</span>
<span class="line"><span class="c-constant">  assert</span><span class="c-function">.equal</span>(<span class="c-constant">other</span>.state,<span class="c-string-expression"> &#39;failed&#39;</span>);</span>
<span class="line"><span class="c-constant">  assert</span><span class="c-function">.match</span>(<span class="c-constant">JSON</span><span class="c-function">.stringify</span>(<span class="c-constant">tested</span>.log),<span class="c-string-expression"> /b \\(recorded .&quot;Tiger.&quot;, sent .&quot;Giraffe.&quot;\\)/</span><span class="c-keyword">u</span>);</span>
<span class="line">}</span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/files/apps/examples/src/replay-agents.ts.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const replayAgents_ts = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  replayAgents_ts as default
};
