import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"model-skill.ts","description":"","frontmatter":{"aside":false,"editLink":false},"headers":[],"params":{"path":"apps/examples/src/model-skill.ts"},"relativePath":"files/apps/examples/src/model-skill.ts.md","filePath":"site/files/[path].md"}');
const _sfc_main = { name: "files/apps/examples/src/model-skill.ts.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="model-skillts" tabindex="-1">model-skill.ts <a class="header-anchor" href="#model-skillts" aria-label="Permalink to &quot;model-skill.ts&quot;">​</a></h1><p><code>apps/examples/src/model-skill.ts</code> in the repository:</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-comment">// A model behind a skill: words become checked input, forms ask for the rest, and the same skill is</span></span>
<span class="line"><span class="c-comment">// a tool for a model. The model here is a few lines of code; use one of the AI SDK instead.</span></span>
<span class="line"><span class="c-keyword">import</span> assert <span class="c-keyword">from</span><span class="c-string-expression"> &#39;node:assert/strict&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { defineAgent, defineSkill } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/core&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createModelTools, fromText,<span class="c-keyword"> type</span> LanguageModel, toToolSet } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/model&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createTestAgent } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/testing&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> model</span><span class="c-keyword">:</span><span class="c-function"> LanguageModel</span><span class="c-keyword"> =</span> {</span>
<span class="line"><span class="c-keyword">  async</span><span class="c-function"> doGenerate</span>({ prompt }) {</span>
<span class="line"><span class="c-comment">    // The first message has the rules, the second the words; wrong answers follow.</span></span>
<span class="line"><span class="c-keyword">    const</span><span class="c-constant"> said</span><span class="c-keyword"> =</span><span class="c-constant"> JSON</span><span class="c-function">.stringify</span>(prompt[<span class="c-constant">1</span>]);</span>
<span class="line"><span class="c-keyword">    const</span><span class="c-constant"> city</span><span class="c-keyword"> =</span><span class="c-string-expression"> /Oslo</span><span class="c-keyword">|</span><span class="c-string-expression">Rome/</span><span class="c-keyword">u</span><span class="c-function">.exec</span>(said)?.[<span class="c-constant">0</span>];</span>
<span class="line"><span class="c-keyword">    const</span><span class="c-constant"> nights</span><span class="c-keyword"> =</span><span class="c-string-expression"> /(\\d</span><span class="c-keyword">{1,3}</span><span class="c-string-expression">) nights/</span><span class="c-keyword">u</span><span class="c-function">.exec</span>(said)?.[<span class="c-constant">1</span>];</span>
<span class="line"><span class="c-keyword">    const</span><span class="c-constant"> input</span><span class="c-keyword"> =</span><span class="c-constant"> JSON</span><span class="c-function">.stringify</span>({ city,<span class="c-keyword"> ...</span>(nights <span class="c-keyword">!==</span><span class="c-constant"> undefined</span><span class="c-keyword"> &amp;&amp;</span> { nights<span class="c-keyword">:</span><span class="c-function"> Number</span>(nights) }) });</span>
<span class="line"><span class="c-keyword">    return</span> { content<span class="c-keyword">:</span> [{ type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;tool-call&#39;</span>, toolName<span class="c-keyword">:</span><span class="c-string-expression"> &#39;stay&#39;</span>, input }] };</span>
<span class="line">  },</span>
<span class="line">};</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> stay</span><span class="c-keyword"> =</span><span class="c-function"> defineSkill</span>({</span>
<span class="line">  id<span class="c-keyword">:</span><span class="c-string-expression"> &#39;stay&#39;</span>,</span>
<span class="line">  name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Stay&#39;</span>,</span>
<span class="line">  description<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Books a room.&#39;</span>,</span>
<span class="line">  tags<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;travel&#39;</span>],</span>
<span class="line">  input<span class="c-keyword">:</span> {</span>
<span class="line">    stay<span class="c-keyword">:</span> {</span>
<span class="line">      type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;object&#39;</span>,</span>
<span class="line">      properties<span class="c-keyword">:</span> {</span>
<span class="line">        city<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;string&#39;</span> },</span>
<span class="line">        nights<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;integer&#39;</span>, minimum<span class="c-keyword">:</span><span class="c-constant"> 1</span>, maximum<span class="c-keyword">:</span><span class="c-constant"> 30</span> },</span>
<span class="line">      },</span>
<span class="line">      required<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;city&#39;</span>,<span class="c-string-expression"> &#39;nights&#39;</span>],</span>
<span class="line">    },</span>
<span class="line">  },</span>
<span class="line">  output<span class="c-keyword">:</span> {</span>
<span class="line">    invoice<span class="c-keyword">:</span> {</span>
<span class="line">      type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;object&#39;</span>,</span>
<span class="line">      properties<span class="c-keyword">:</span> { euros<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;integer&#39;</span> } },</span>
<span class="line">      required<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;euros&#39;</span>],</span>
<span class="line">    },</span>
<span class="line">  },</span>
<span class="line"><span class="c-function">  run</span><span class="c-keyword">:</span> ({ input }) <span class="c-keyword">=&gt;</span> ({ euros<span class="c-keyword">:</span><span class="c-constant"> input</span>.nights <span class="c-keyword">*</span><span class="c-constant"> 100</span> }),</span>
<span class="line">  text<span class="c-keyword">:</span><span class="c-function"> fromText</span>({ model }),</span>
<span class="line">});</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> agent</span><span class="c-keyword"> =</span><span class="c-function"> defineAgent</span>({ name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Hotel&#39;</span>, version<span class="c-keyword">:</span><span class="c-string-expression"> &#39;1.0.0&#39;</span>, skills<span class="c-keyword">:</span> [stay] });</span>
<span class="line"></span>
<span class="line"><span class="c-comment">// Words in, and the result of \`run\` out.</span></span>
<span class="line">{</span>
<span class="line"><span class="c-keyword">  await using</span><span class="c-constant"> tested</span><span class="c-keyword"> =</span><span class="c-function"> createTestAgent</span>(agent);</span>
<span class="line"><span class="c-keyword">  const</span><span class="c-constant"> task</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-constant"> tested</span><span class="c-function">.send</span>(<span class="c-string-expression">&#39;A room in Oslo for 2 nights, please&#39;</span>);</span>
<span class="line"><span class="c-constant">  assert</span><span class="c-function">.deepEqual</span>(<span class="c-constant">task</span><span class="c-function">.result</span>(), { euros<span class="c-keyword">:</span><span class="c-constant"> 200</span> });</span>
<span class="line"></span>
<span class="line"><span class="c-comment">  // Nobody has said how long, so a form asks for that alone.</span></span>
<span class="line"><span class="c-keyword">  const</span><span class="c-constant"> short</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-constant"> tested</span><span class="c-function">.send</span>(<span class="c-string-expression">&#39;A room in Rome&#39;</span>);</span>
<span class="line"><span class="c-constant">  assert</span><span class="c-function">.equal</span>(<span class="c-constant">short</span>.<span class="c-constant">question</span>?.prompt,<span class="c-string-expression"> &#39;Stay needs more: nights.&#39;</span>);</span>
<span class="line"><span class="c-keyword">  await</span><span class="c-constant"> short</span><span class="c-function">.answer</span>({ nights<span class="c-keyword">:</span><span class="c-constant"> 3</span> });</span>
<span class="line"><span class="c-constant">  assert</span><span class="c-function">.deepEqual</span>(<span class="c-constant">short</span><span class="c-function">.result</span>(), { euros<span class="c-keyword">:</span><span class="c-constant"> 300</span> });</span>
<span class="line"></span>
<span class="line"><span class="c-comment">  // The model insists on 99 nights, which the schema does not allow: a person has to correct it.</span></span>
<span class="line"><span class="c-keyword">  const</span><span class="c-constant"> long</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-constant"> tested</span><span class="c-function">.send</span>(<span class="c-string-expression">&#39;Rome for 99 nights&#39;</span>);</span>
<span class="line"><span class="c-constant">  assert</span><span class="c-function">.match</span>(<span class="c-constant">long</span>.<span class="c-constant">question</span>?.prompt <span class="c-keyword">??</span><span class="c-string-expression"> &#39;&#39;</span>,<span class="c-string-expression"> /understood only in part/</span><span class="c-keyword">u</span>);</span>
<span class="line">}</span>
<span class="line"></span>
<span class="line"><span class="c-comment">// The same skill as a tool. generateText({ model, prompt, tools: toToolSet(tools) }) calls it.</span></span>
<span class="line">{</span>
<span class="line"><span class="c-keyword">  await using</span><span class="c-constant"> tools</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-function"> createModelTools</span>(agent);</span>
<span class="line"><span class="c-constant">  assert</span><span class="c-function">.deepEqual</span>(<span class="c-constant">Object</span><span class="c-function">.keys</span>(<span class="c-function">toToolSet</span>(tools)), [<span class="c-string-expression">&#39;stay&#39;</span>,<span class="c-string-expression"> &#39;a2a_task&#39;</span>]);</span>
<span class="line"><span class="c-keyword">  const</span><span class="c-constant"> answer</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-constant"> tools</span><span class="c-function">.call</span>(<span class="c-string-expression">&#39;stay&#39;</span>,<span class="c-string-expression"> &#39;{&quot;city&quot;:&quot;Oslo&quot;,&quot;nights&quot;:2}&#39;</span>);</span>
<span class="line"><span class="c-constant">  assert</span><span class="c-function">.deepEqual</span>(<span class="c-constant">answer</span>.data, { euros<span class="c-keyword">:</span><span class="c-constant"> 200</span> });</span>
<span class="line"><span class="c-keyword">  const</span><span class="c-constant"> wrong</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-constant"> tools</span><span class="c-function">.call</span>(<span class="c-string-expression">&#39;stay&#39;</span>, { city<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Oslo&#39;</span>, nights<span class="c-keyword">:</span><span class="c-string-expression"> &#39;two&#39;</span> });</span>
<span class="line"><span class="c-constant">  assert</span><span class="c-function">.equal</span>(<span class="c-constant">wrong</span>.isError,<span class="c-constant"> true</span>);</span>
<span class="line"><span class="c-constant">  assert</span><span class="c-function">.match</span>(<span class="c-constant">wrong</span>.text,<span class="c-string-expression"> /\\/nights: must be integer but is string &quot;two&quot;/</span><span class="c-keyword">u</span>);</span>
<span class="line">}</span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/files/apps/examples/src/model-skill.ts.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const modelSkill_ts = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  modelSkill_ts as default
};
