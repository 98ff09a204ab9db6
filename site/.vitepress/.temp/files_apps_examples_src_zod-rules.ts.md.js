import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"zod-rules.ts","description":"","frontmatter":{"aside":false,"editLink":false},"headers":[],"params":{"path":"apps/examples/src/zod-rules.ts"},"relativePath":"files/apps/examples/src/zod-rules.ts.md","filePath":"site/files/[path].md"}');
const _sfc_main = { name: "files/apps/examples/src/zod-rules.ts.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="zod-rulests" tabindex="-1">zod-rules.ts <a class="header-anchor" href="#zod-rulests" aria-label="Permalink to &quot;zod-rules.ts&quot;">​</a></h1><p><code>apps/examples/src/zod-rules.ts</code> in the repository:</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-comment">// Rules of Zod that JSON Schema cannot express: the definition warns about them, and callers who</span></span>
<span class="line"><span class="c-comment">// break them are told.</span></span>
<span class="line"><span class="c-keyword">import</span> assert <span class="c-keyword">from</span><span class="c-string-expression"> &#39;node:assert/strict&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { defineAgent, defineSkill } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/core&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createTestAgent, MessageRefusedError } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/testing&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span><span class="c-constant"> *</span><span class="c-keyword"> as</span> z <span class="c-keyword">from</span><span class="c-string-expression"> &#39;zod&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> stay</span><span class="c-keyword"> =</span> z</span>
<span class="line"><span class="c-function">  .object</span>({</span>
<span class="line">    from<span class="c-keyword">:</span><span class="c-constant"> z</span><span class="c-function">.</span><span class="c-constant">iso</span><span class="c-function">.date</span>()<span class="c-function">.describe</span>(<span class="c-string-expression">&#39;The first night&#39;</span>),</span>
<span class="line">    until<span class="c-keyword">:</span><span class="c-constant"> z</span><span class="c-function">.</span><span class="c-constant">iso</span><span class="c-function">.date</span>()<span class="c-function">.describe</span>(<span class="c-string-expression">&#39;The day of departure, after &quot;from&quot;&#39;</span>),</span>
<span class="line">    guests<span class="c-keyword">:</span><span class="c-constant"> z</span><span class="c-function">.int</span>()<span class="c-function">.min</span>(<span class="c-constant">1</span>)<span class="c-function">.max</span>(<span class="c-constant">4</span>)<span class="c-function">.default</span>(<span class="c-constant">1</span>),</span>
<span class="line">    discount<span class="c-keyword">:</span><span class="c-constant"> z</span><span class="c-function">.string</span>()<span class="c-function">.optional</span>()<span class="c-function">.meta</span>({ deprecated<span class="c-keyword">:</span><span class="c-constant"> true</span> }),</span>
<span class="line">  })</span>
<span class="line"><span class="c-function">  .refine</span>(({ from, until }) <span class="c-keyword">=&gt;</span> from <span class="c-keyword">&lt;</span> until, { path<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;until&#39;</span>], error<span class="c-keyword">:</span><span class="c-string-expression"> &#39;must be after &quot;from&quot;&#39;</span> });</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> book</span><span class="c-keyword"> =</span><span class="c-function"> defineSkill</span>({</span>
<span class="line">  id<span class="c-keyword">:</span><span class="c-string-expression"> &#39;book&#39;</span>,</span>
<span class="line">  name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Book&#39;</span>,</span>
<span class="line">  description<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Books a room.&#39;</span>,</span>
<span class="line">  tags<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;travel&#39;</span>],</span>
<span class="line">  input<span class="c-keyword">:</span> { stay },</span>
<span class="line">  output<span class="c-keyword">:</span> { booking<span class="c-keyword">:</span><span class="c-constant"> z</span><span class="c-function">.object</span>({ guests<span class="c-keyword">:</span><span class="c-constant"> z</span><span class="c-function">.int</span>(), nights<span class="c-keyword">:</span><span class="c-constant"> z</span><span class="c-function">.int</span>() }) },</span>
<span class="line">  examples<span class="c-keyword">:</span> [{ from<span class="c-keyword">:</span><span class="c-string-expression"> &#39;2027-03-01&#39;</span>, until<span class="c-keyword">:</span><span class="c-string-expression"> &#39;2027-03-04&#39;</span> }],</span>
<span class="line"><span class="c-comment">  // \`guests\` is a number here, because the default has been filled in.</span></span>
<span class="line"><span class="c-function">  run</span><span class="c-keyword">:</span> ({ input: { from, until, guests } }) <span class="c-keyword">=&gt;</span> ({</span>
<span class="line">    guests,</span>
<span class="line">    nights<span class="c-keyword">:</span> (<span class="c-constant">Date</span><span class="c-function">.parse</span>(until) <span class="c-keyword">-</span><span class="c-constant"> Date</span><span class="c-function">.parse</span>(from)) <span class="c-keyword">/</span><span class="c-constant"> 86_400_000</span>,</span>
<span class="line">  }),</span>
<span class="line">});</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> agent</span><span class="c-keyword"> =</span><span class="c-function"> defineAgent</span>({ name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Hotel&#39;</span>, version<span class="c-keyword">:</span><span class="c-string-expression"> &#39;1.0.0&#39;</span>, skills<span class="c-keyword">:</span> [book] });</span>
<span class="line"></span>
<span class="line"><span class="c-comment">// The published schema knows nothing of the rule about the two days, so there is a warning with a</span></span>
<span class="line"><span class="c-comment">// value that shows it.</span></span>
<span class="line"><span class="c-keyword">const</span> [<span class="c-constant">warning</span>] <span class="c-keyword">=</span><span class="c-constant"> agent</span>.warnings;</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.equal</span>(<span class="c-constant">warning</span>?.code,<span class="c-string-expression"> &#39;conversion-stricter&#39;</span>);</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.match</span>(<span class="c-constant">warning</span>.message,<span class="c-string-expression"> /it refuses .</span><span class="c-keyword">{1,99}</span><span class="c-string-expression">must be after/</span><span class="c-keyword">u</span>);</span>
<span class="line"></span>
<span class="line"><span class="c-comment">// Descriptions and the mark are part of the published schema.</span></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> published</span><span class="c-keyword"> =</span><span class="c-constant"> JSON</span><span class="c-function">.stringify</span>([<span class="c-keyword">...</span><span class="c-constant">agent</span><span class="c-function">.</span><span class="c-constant">schemas</span><span class="c-function">.values</span>()]);</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.match</span>(published,<span class="c-string-expression"> /The first night/</span><span class="c-keyword">u</span>);</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.match</span>(published,<span class="c-string-expression"> /&quot;deprecated&quot;:true/</span><span class="c-keyword">u</span>);</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> tested</span><span class="c-keyword"> =</span><span class="c-function"> createTestAgent</span>(agent);</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> task</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-constant"> tested</span><span class="c-function">.call</span>(<span class="c-string-expression">&#39;book&#39;</span>, { from<span class="c-keyword">:</span><span class="c-string-expression"> &#39;2027-03-01&#39;</span>, until<span class="c-keyword">:</span><span class="c-string-expression"> &#39;2027-03-04&#39;</span> });</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.deepEqual</span>(<span class="c-constant">task</span><span class="c-function">.result</span>(), { guests<span class="c-keyword">:</span><span class="c-constant"> 1</span>, nights<span class="c-keyword">:</span><span class="c-constant"> 3</span> });</span>
<span class="line"></span>
<span class="line"><span class="c-comment">// Callers read the words of the rule, and no task is created.</span></span>
<span class="line"><span class="c-keyword">await</span><span class="c-constant"> assert</span><span class="c-function">.rejects</span>(</span>
<span class="line"><span class="c-constant">  tested</span><span class="c-function">.call</span>(<span class="c-string-expression">&#39;book&#39;</span>, { from<span class="c-keyword">:</span><span class="c-string-expression"> &#39;2027-03-04&#39;</span>, until<span class="c-keyword">:</span><span class="c-string-expression"> &#39;2027-03-01&#39;</span> }),</span>
<span class="line">  (error<span class="c-keyword">:</span><span class="c-constant"> unknown</span>) <span class="c-keyword">=&gt;</span> {</span>
<span class="line"><span class="c-function">    assert</span>(error <span class="c-keyword">instanceof</span><span class="c-function"> MessageRefusedError</span>);</span>
<span class="line"><span class="c-constant">    assert</span><span class="c-function">.equal</span>(<span class="c-constant">error</span>.problems[<span class="c-constant">0</span>]?.pointer,<span class="c-string-expression"> &#39;/until&#39;</span>);</span>
<span class="line"><span class="c-constant">    assert</span><span class="c-function">.match</span>(<span class="c-constant">error</span>.problems[<span class="c-constant">0</span>].message,<span class="c-string-expression"> /must be after &quot;from&quot;/</span><span class="c-keyword">u</span>);</span>
<span class="line"><span class="c-keyword">    return</span><span class="c-constant"> true</span>;</span>
<span class="line">  },</span>
<span class="line">);</span>
<span class="line"><span class="c-keyword">await</span><span class="c-constant"> tested</span><span class="c-function">.close</span>();</span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/files/apps/examples/src/zod-rules.ts.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const zodRules_ts = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  zodRules_ts as default
};
