import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"areas.ts","description":"","frontmatter":{"aside":false,"editLink":false},"headers":[],"params":{"path":"test/bench/areas.ts"},"relativePath":"files/test/bench/areas.ts.md","filePath":"site/files/[path].md"}');
const _sfc_main = { name: "files/test/bench/areas.ts.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="areasts" tabindex="-1">areas.ts <a class="header-anchor" href="#areasts" aria-label="Permalink to &quot;areas.ts&quot;">​</a></h1><p><code>test/bench/areas.ts</code> in the repository:</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-comment">// The areas of the table that \`npm run bench\` prints: which program measures each, and how much.</span></span>
<span class="line"></span>
<span class="line"><span class="c-comment">/** An area that is measured in a process of its own. */</span></span>
<span class="line"><span class="c-keyword">export</span><span class="c-keyword"> interface</span><span class="c-function"> Area</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> name<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The program in this folder, which exports \`toFigures\`. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> program<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The name of our server in \`servers\`, if a comparison of commits needs to run only that one. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> server<span class="c-keyword">?:</span><span class="c-string-expression"> &#39;formwork&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;demo&#39;</span>;</span>
<span class="line"><span class="c-comment">  /** The variables that the program reads in a full run. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> full<span class="c-keyword">:</span><span class="c-function"> Readonly</span>&lt;<span class="c-function">Record</span>&lt;<span class="c-constant">string</span>,<span class="c-constant"> string</span>&gt;&gt;;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The variables of a quick run, which only shows that everything works; without it, a quick run</span></span>
<span class="line"><span class="c-comment">   * leaves the area out.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> quick<span class="c-keyword">?:</span><span class="c-function"> Readonly</span>&lt;<span class="c-function">Record</span>&lt;<span class="c-constant">string</span>,<span class="c-constant"> string</span>&gt;&gt;;</span>
<span class="line"><span class="c-comment">  /** True measures the area only if it is named or \`--cold\` is given. Default false. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> isCold<span class="c-keyword">?:</span><span class="c-constant"> boolean</span>;</span>
<span class="line">}</span>
<span class="line"></span>
<span class="line"><span class="c-comment">/** Two kinds of load: raw requests as fast as they can, and callers written in JavaScript. */</span></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> LOADS</span><span class="c-keyword"> =</span><span class="c-string-expression"> &#39;with-autocannon,with-fetch&#39;</span>;</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> FULL</span><span class="c-keyword"> =</span> { ROUNDS<span class="c-keyword">:</span><span class="c-string-expression"> &#39;7&#39;</span>, SECONDS<span class="c-keyword">:</span><span class="c-string-expression"> &#39;2&#39;</span>, LOADS };</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> QUICK</span><span class="c-keyword"> =</span> { ROUNDS<span class="c-keyword">:</span><span class="c-string-expression"> &#39;1&#39;</span>, SECONDS<span class="c-keyword">:</span><span class="c-string-expression"> &#39;1&#39;</span>, WARM_UP<span class="c-keyword">:</span><span class="c-string-expression"> &#39;1&#39;</span>, WAKE<span class="c-keyword">:</span><span class="c-string-expression"> &#39;0&#39;</span>, LOADS };</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">export</span><span class="c-keyword"> const</span><span class="c-constant"> AREAS</span><span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-function"> Area</span>[] <span class="c-keyword">=</span> [</span>
<span class="line">  { name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;call&#39;</span>, program<span class="c-keyword">:</span><span class="c-string-expression"> &#39;send-message.ts&#39;</span>, server<span class="c-keyword">:</span><span class="c-string-expression"> &#39;formwork&#39;</span>, full<span class="c-keyword">:</span><span class="c-constant"> FULL</span>, quick<span class="c-keyword">:</span><span class="c-constant"> QUICK</span> },</span>
<span class="line">  { name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;durable&#39;</span>, program<span class="c-keyword">:</span><span class="c-string-expression"> &#39;send-message-durable.ts&#39;</span>, server<span class="c-keyword">:</span><span class="c-string-expression"> &#39;demo&#39;</span>, full<span class="c-keyword">:</span><span class="c-constant"> FULL</span>, quick<span class="c-keyword">:</span><span class="c-constant"> QUICK</span> },</span>
<span class="line">  {</span>
<span class="line">    name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;guarded&#39;</span>,</span>
<span class="line">    program<span class="c-keyword">:</span><span class="c-string-expression"> &#39;guarded.ts&#39;</span>,</span>
<span class="line">    full<span class="c-keyword">:</span> { <span class="c-keyword">...</span><span class="c-constant">FULL</span>, WARM_UP<span class="c-keyword">:</span><span class="c-string-expression"> &#39;4&#39;</span>, SECONDS<span class="c-keyword">:</span><span class="c-string-expression"> &#39;1.5&#39;</span> },</span>
<span class="line">    quick<span class="c-keyword">:</span><span class="c-constant"> QUICK</span>,</span>
<span class="line">  },</span>
<span class="line">  {</span>
<span class="line">    name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;readers&#39;</span>,</span>
<span class="line">    program<span class="c-keyword">:</span><span class="c-string-expression"> &#39;subscribers.ts&#39;</span>,</span>
<span class="line">    full<span class="c-keyword">:</span> { ROUNDS<span class="c-keyword">:</span><span class="c-string-expression"> &#39;7&#39;</span>, EVENTS<span class="c-keyword">:</span><span class="c-string-expression"> &#39;10&#39;</span>, PAUSE_MS<span class="c-keyword">:</span><span class="c-string-expression"> &#39;300&#39;</span>, GATHERING_MS<span class="c-keyword">:</span><span class="c-string-expression"> &#39;3000&#39;</span> },</span>
<span class="line">    quick<span class="c-keyword">:</span> { ROUNDS<span class="c-keyword">:</span><span class="c-string-expression"> &#39;1&#39;</span>, EVENTS<span class="c-keyword">:</span><span class="c-string-expression"> &#39;3&#39;</span>, PAUSE_MS<span class="c-keyword">:</span><span class="c-string-expression"> &#39;300&#39;</span>, GATHERING_MS<span class="c-keyword">:</span><span class="c-string-expression"> &#39;3000&#39;</span>, SUBSCRIBERS<span class="c-keyword">:</span><span class="c-string-expression"> &#39;300&#39;</span> },</span>
<span class="line">  },</span>
<span class="line">  {</span>
<span class="line">    name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;overload&#39;</span>,</span>
<span class="line">    program<span class="c-keyword">:</span><span class="c-string-expression"> &#39;overload.ts&#39;</span>,</span>
<span class="line">    full<span class="c-keyword">:</span> { ROUNDS<span class="c-keyword">:</span><span class="c-string-expression"> &#39;7&#39;</span>, SECONDS<span class="c-keyword">:</span><span class="c-string-expression"> &#39;3&#39;</span> },</span>
<span class="line">    quick<span class="c-keyword">:</span> { ROUNDS<span class="c-keyword">:</span><span class="c-string-expression"> &#39;1&#39;</span>, SECONDS<span class="c-keyword">:</span><span class="c-string-expression"> &#39;1&#39;</span>, CALLERS<span class="c-keyword">:</span><span class="c-string-expression"> &#39;100&#39;</span>, PLACES<span class="c-keyword">:</span><span class="c-string-expression"> &#39;4&#39;</span> },</span>
<span class="line">  },</span>
<span class="line">  {</span>
<span class="line">    name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;shedding&#39;</span>,</span>
<span class="line">    program<span class="c-keyword">:</span><span class="c-string-expression"> &#39;shedding.ts&#39;</span>,</span>
<span class="line">    full<span class="c-keyword">:</span> { ROUNDS<span class="c-keyword">:</span><span class="c-string-expression"> &#39;7&#39;</span>, SECONDS<span class="c-keyword">:</span><span class="c-string-expression"> &#39;3&#39;</span> },</span>
<span class="line">    quick<span class="c-keyword">:</span> { ROUNDS<span class="c-keyword">:</span><span class="c-string-expression"> &#39;1&#39;</span>, SECONDS<span class="c-keyword">:</span><span class="c-string-expression"> &#39;1&#39;</span> },</span>
<span class="line">  },</span>
<span class="line">  {</span>
<span class="line">    name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;engine&#39;</span>,</span>
<span class="line">    program<span class="c-keyword">:</span><span class="c-string-expression"> &#39;engine.ts&#39;</span>,</span>
<span class="line">    full<span class="c-keyword">:</span> { ROUNDS<span class="c-keyword">:</span><span class="c-string-expression"> &#39;7&#39;</span>, SECONDS<span class="c-keyword">:</span><span class="c-string-expression"> &#39;1&#39;</span> },</span>
<span class="line">    quick<span class="c-keyword">:</span> { ROUNDS<span class="c-keyword">:</span><span class="c-string-expression"> &#39;1&#39;</span>, SECONDS<span class="c-keyword">:</span><span class="c-string-expression"> &#39;0.2&#39;</span> },</span>
<span class="line">  },</span>
<span class="line">  {</span>
<span class="line">    name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;appends&#39;</span>,</span>
<span class="line">    program<span class="c-keyword">:</span><span class="c-string-expression"> &#39;streamed-artifact.ts&#39;</span>,</span>
<span class="line">    full<span class="c-keyword">:</span> { ROUNDS<span class="c-keyword">:</span><span class="c-string-expression"> &#39;7&#39;</span>, CHUNKS<span class="c-keyword">:</span><span class="c-string-expression"> &#39;1600&#39;</span> },</span>
<span class="line">    quick<span class="c-keyword">:</span> { ROUNDS<span class="c-keyword">:</span><span class="c-string-expression"> &#39;1&#39;</span>, CHUNKS<span class="c-keyword">:</span><span class="c-string-expression"> &#39;400&#39;</span> },</span>
<span class="line">  },</span>
<span class="line">  {</span>
<span class="line">    name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;growth&#39;</span>,</span>
<span class="line">    program<span class="c-keyword">:</span><span class="c-string-expression"> &#39;growth.ts&#39;</span>,</span>
<span class="line">    full<span class="c-keyword">:</span> { SIZES<span class="c-keyword">:</span><span class="c-string-expression"> &#39;1000,10000,100000,1000000&#39;</span> },</span>
<span class="line">    quick<span class="c-keyword">:</span> { SIZES<span class="c-keyword">:</span><span class="c-string-expression"> &#39;1000,10000&#39;</span>, BUDGET_MS<span class="c-keyword">:</span><span class="c-string-expression"> &#39;50&#39;</span> },</span>
<span class="line">  },</span>
<span class="line">  {</span>
<span class="line">    name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;conversation&#39;</span>,</span>
<span class="line">    program<span class="c-keyword">:</span><span class="c-string-expression"> &#39;conversation.ts&#39;</span>,</span>
<span class="line">    full<span class="c-keyword">:</span> { ROUNDS<span class="c-keyword">:</span><span class="c-string-expression"> &#39;7&#39;</span> },</span>
<span class="line">    quick<span class="c-keyword">:</span> { ROUNDS<span class="c-keyword">:</span><span class="c-string-expression"> &#39;1&#39;</span>, TURNS<span class="c-keyword">:</span><span class="c-string-expression"> &#39;100&#39;</span> },</span>
<span class="line">  },</span>
<span class="line">  {</span>
<span class="line">    name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;client&#39;</span>,</span>
<span class="line">    program<span class="c-keyword">:</span><span class="c-string-expression"> &#39;typed-client.ts&#39;</span>,</span>
<span class="line">    full<span class="c-keyword">:</span> { ROUNDS<span class="c-keyword">:</span><span class="c-string-expression"> &#39;7&#39;</span>, CALLS<span class="c-keyword">:</span><span class="c-string-expression"> &#39;600&#39;</span> },</span>
<span class="line">    quick<span class="c-keyword">:</span> { ROUNDS<span class="c-keyword">:</span><span class="c-string-expression"> &#39;1&#39;</span>, CALLS<span class="c-keyword">:</span><span class="c-string-expression"> &#39;200&#39;</span> },</span>
<span class="line">  },</span>
<span class="line">  {</span>
<span class="line">    name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;bridge&#39;</span>,</span>
<span class="line">    program<span class="c-keyword">:</span><span class="c-string-expression"> &#39;mcp.ts&#39;</span>,</span>
<span class="line">    full<span class="c-keyword">:</span> { ROUNDS<span class="c-keyword">:</span><span class="c-string-expression"> &#39;7&#39;</span>, CALLS<span class="c-keyword">:</span><span class="c-string-expression"> &#39;200&#39;</span> },</span>
<span class="line">    quick<span class="c-keyword">:</span> { ROUNDS<span class="c-keyword">:</span><span class="c-string-expression"> &#39;1&#39;</span>, CALLS<span class="c-keyword">:</span><span class="c-string-expression"> &#39;100&#39;</span> },</span>
<span class="line">  },</span>
<span class="line">  { name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;start&#39;</span>, program<span class="c-keyword">:</span><span class="c-string-expression"> &#39;cold-start.ts&#39;</span>, full<span class="c-keyword">:</span> { ROUNDS<span class="c-keyword">:</span><span class="c-string-expression"> &#39;7&#39;</span> }, quick<span class="c-keyword">:</span> { ROUNDS<span class="c-keyword">:</span><span class="c-string-expression"> &#39;1&#39;</span> } },</span>
<span class="line">  { name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;install&#39;</span>, program<span class="c-keyword">:</span><span class="c-string-expression"> &#39;install-size.ts&#39;</span>, full<span class="c-keyword">:</span> {} },</span>
<span class="line">  { name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;validator&#39;</span>, program<span class="c-keyword">:</span><span class="c-string-expression"> &#39;validate.ts&#39;</span>, full<span class="c-keyword">:</span> {}, quick<span class="c-keyword">:</span> { ROUNDS<span class="c-keyword">:</span><span class="c-string-expression"> &#39;1&#39;</span> } },</span>
<span class="line">  { name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;patterns&#39;</span>, program<span class="c-keyword">:</span><span class="c-string-expression"> &#39;patterns.ts&#39;</span>, full<span class="c-keyword">:</span> {}, quick<span class="c-keyword">:</span> { LENGTHS<span class="c-keyword">:</span><span class="c-string-expression"> &#39;1000&#39;</span> } },</span>
<span class="line">  { name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;form validator&#39;</span>, program<span class="c-keyword">:</span><span class="c-string-expression"> &#39;form-validator.ts&#39;</span>, full<span class="c-keyword">:</span> {}, quick<span class="c-keyword">:</span> {} },</span>
<span class="line">  {</span>
<span class="line">    name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;generated types&#39;</span>,</span>
<span class="line">    program<span class="c-keyword">:</span><span class="c-string-expression"> &#39;generate-types.ts&#39;</span>,</span>
<span class="line">    full<span class="c-keyword">:</span> { ROUNDS<span class="c-keyword">:</span><span class="c-string-expression"> &#39;7&#39;</span> },</span>
<span class="line">    quick<span class="c-keyword">:</span> { ROUNDS<span class="c-keyword">:</span><span class="c-string-expression"> &#39;1&#39;</span> },</span>
<span class="line">  },</span>
<span class="line">  { name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;inference&#39;</span>, program<span class="c-keyword">:</span><span class="c-string-expression"> &#39;type-check.ts&#39;</span>, full<span class="c-keyword">:</span> { ROUNDS<span class="c-keyword">:</span><span class="c-string-expression"> &#39;7&#39;</span> }, quick<span class="c-keyword">:</span> { ROUNDS<span class="c-keyword">:</span><span class="c-string-expression"> &#39;1&#39;</span> } },</span>
<span class="line">  {</span>
<span class="line">    name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;forms&#39;</span>,</span>
<span class="line">    program<span class="c-keyword">:</span><span class="c-string-expression"> &#39;form-app.ts&#39;</span>,</span>
<span class="line">    full<span class="c-keyword">:</span> { ROUNDS<span class="c-keyword">:</span><span class="c-string-expression"> &#39;7&#39;</span>, REPEATS<span class="c-keyword">:</span><span class="c-string-expression"> &#39;9&#39;</span> },</span>
<span class="line">    quick<span class="c-keyword">:</span> { ROUNDS<span class="c-keyword">:</span><span class="c-string-expression"> &#39;1&#39;</span>, REPEATS<span class="c-keyword">:</span><span class="c-string-expression"> &#39;1&#39;</span> },</span>
<span class="line">  },</span>
<span class="line">  { name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;results&#39;</span>, program<span class="c-keyword">:</span><span class="c-string-expression"> &#39;results.ts&#39;</span>, full<span class="c-keyword">:</span> { ROUNDS<span class="c-keyword">:</span><span class="c-string-expression"> &#39;7&#39;</span> }, quick<span class="c-keyword">:</span> { ROUNDS<span class="c-keyword">:</span><span class="c-string-expression"> &#39;1&#39;</span> } },</span>
<span class="line">  {</span>
<span class="line">    name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;recursive forms&#39;</span>,</span>
<span class="line">    program<span class="c-keyword">:</span><span class="c-string-expression"> &#39;recursive-forms.ts&#39;</span>,</span>
<span class="line">    full<span class="c-keyword">:</span> { ROUNDS<span class="c-keyword">:</span><span class="c-string-expression"> &#39;7&#39;</span> },</span>
<span class="line">    quick<span class="c-keyword">:</span> { ROUNDS<span class="c-keyword">:</span><span class="c-string-expression"> &#39;1&#39;</span> },</span>
<span class="line">  },</span>
<span class="line">  {</span>
<span class="line">    name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;hostile forms&#39;</span>,</span>
<span class="line">    program<span class="c-keyword">:</span><span class="c-string-expression"> &#39;hostile-forms.ts&#39;</span>,</span>
<span class="line">    full<span class="c-keyword">:</span> { FORMS<span class="c-keyword">:</span><span class="c-string-expression"> &#39;320&#39;</span> },</span>
<span class="line">    quick<span class="c-keyword">:</span> { FORMS<span class="c-keyword">:</span><span class="c-string-expression"> &#39;16&#39;</span> },</span>
<span class="line">  },</span>
<span class="line">  {</span>
<span class="line">    name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;console&#39;</span>,</span>
<span class="line">    program<span class="c-keyword">:</span><span class="c-string-expression"> &#39;console.ts&#39;</span>,</span>
<span class="line">    full<span class="c-keyword">:</span> { ROUNDS<span class="c-keyword">:</span><span class="c-string-expression"> &#39;3&#39;</span> },</span>
<span class="line">    quick<span class="c-keyword">:</span> { ROUNDS<span class="c-keyword">:</span><span class="c-string-expression"> &#39;1&#39;</span>, SECONDS<span class="c-keyword">:</span><span class="c-string-expression"> &#39;4&#39;</span> },</span>
<span class="line">  },</span>
<span class="line">  { name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;registry&#39;</span>, program<span class="c-keyword">:</span><span class="c-string-expression"> &#39;registry.ts&#39;</span>, full<span class="c-keyword">:</span> {}, quick<span class="c-keyword">:</span> { AGENTS<span class="c-keyword">:</span><span class="c-string-expression"> &#39;500&#39;</span> } },</span>
<span class="line">  {</span>
<span class="line">    name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;history&#39;</span>,</span>
<span class="line">    program<span class="c-keyword">:</span><span class="c-string-expression"> &#39;history.ts&#39;</span>,</span>
<span class="line">    full<span class="c-keyword">:</span> {},</span>
<span class="line">    quick<span class="c-keyword">:</span> { TASKS<span class="c-keyword">:</span><span class="c-string-expression"> &#39;500&#39;</span>, QUERIES<span class="c-keyword">:</span><span class="c-string-expression"> &#39;10&#39;</span> },</span>
<span class="line">  },</span>
<span class="line">  {</span>
<span class="line">    name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;postgres&#39;</span>,</span>
<span class="line">    program<span class="c-keyword">:</span><span class="c-string-expression"> &#39;postgres.ts&#39;</span>,</span>
<span class="line">    full<span class="c-keyword">:</span> { <span class="c-keyword">...</span><span class="c-constant">FULL</span>, LOADS<span class="c-keyword">:</span><span class="c-string-expression"> &#39;with-autocannon&#39;</span> },</span>
<span class="line">    quick<span class="c-keyword">:</span> { <span class="c-keyword">...</span><span class="c-constant">QUICK</span>, LOADS<span class="c-keyword">:</span><span class="c-string-expression"> &#39;with-autocannon&#39;</span> },</span>
<span class="line">  },</span>
<span class="line">  { name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;cold&#39;</span>, program<span class="c-keyword">:</span><span class="c-string-expression"> &#39;npm-start.ts&#39;</span>, full<span class="c-keyword">:</span> {}, isCold<span class="c-keyword">:</span><span class="c-constant"> true</span> },</span>
<span class="line">];</span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/files/test/bench/areas.ts.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const areas_ts = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  areas_ts as default
};
