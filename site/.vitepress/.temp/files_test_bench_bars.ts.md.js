import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"bars.ts","description":"","frontmatter":{"aside":false,"editLink":false},"headers":[],"params":{"path":"test/bench/bars.ts"},"relativePath":"files/test/bench/bars.ts.md","filePath":"site/files/[path].md"}');
const _sfc_main = { name: "files/test/bench/bars.ts.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="barsts" tabindex="-1">bars.ts <a class="header-anchor" href="#barsts" aria-label="Permalink to &quot;bars.ts&quot;">​</a></h1><p><code>test/bench/bars.ts</code> in the repository:</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-comment">// The bars that every change has to keep, by area and by the figure that its benchmark returns:</span></span>
<span class="line"><span class="c-comment">// &quot;WHAT / PEER&quot;, or &quot;WHAT&quot; if nothing is beside it. \`npm run bench\` measures and judges them.</span></span>
<span class="line"><span class="c-comment">//</span></span>
<span class="line"><span class="c-comment">// A ratio is the median of ours divided by the peer&#39;s, round by round in one run, so it hardly</span></span>
<span class="line"><span class="c-comment">// depends on the machine. Limits of figures alone are for two cores of a common virtual machine.</span></span>
<span class="line"></span>
<span class="line"><span class="c-comment">/** A limit of one figure. */</span></span>
<span class="line"><span class="c-keyword">export</span><span class="c-keyword"> interface</span><span class="c-function"> Bar</span> {</span>
<span class="line"><span class="c-comment">  /** &quot;ratio&quot; judges ours divided by the peer&#39;s, &quot;ours&quot; our figure alone. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> of<span class="c-keyword">:</span><span class="c-string-expression"> &#39;ratio&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;ours&#39;</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> rule<span class="c-keyword">:</span><span class="c-string-expression"> &#39;at most&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;at least&#39;</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> limit<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The share by which a ratio may be worse than that of the least possible program, even beyond the</span></span>
<span class="line"><span class="c-comment">   * limit; absent if the limit always counts.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> aboveFloor<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line">}</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-function"> atMost</span><span class="c-keyword"> =</span> (limit<span class="c-keyword">:</span><span class="c-constant"> number</span>)<span class="c-keyword">:</span><span class="c-function"> Bar</span><span class="c-keyword"> =&gt;</span> ({ of<span class="c-keyword">:</span><span class="c-string-expression"> &#39;ours&#39;</span>, rule<span class="c-keyword">:</span><span class="c-string-expression"> &#39;at most&#39;</span>, limit });</span>
<span class="line"><span class="c-keyword">const</span><span class="c-function"> ratioAtMost</span><span class="c-keyword"> =</span> (limit<span class="c-keyword">:</span><span class="c-constant"> number</span>)<span class="c-keyword">:</span><span class="c-function"> Bar</span><span class="c-keyword"> =&gt;</span> ({ of<span class="c-keyword">:</span><span class="c-string-expression"> &#39;ratio&#39;</span>, rule<span class="c-keyword">:</span><span class="c-string-expression"> &#39;at most&#39;</span>, limit });</span>
<span class="line"><span class="c-keyword">const</span><span class="c-function"> ratioAtLeast</span><span class="c-keyword"> =</span> (limit<span class="c-keyword">:</span><span class="c-constant"> number</span>)<span class="c-keyword">:</span><span class="c-function"> Bar</span><span class="c-keyword"> =&gt;</span> ({ of<span class="c-keyword">:</span><span class="c-string-expression"> &#39;ratio&#39;</span>, rule<span class="c-keyword">:</span><span class="c-string-expression"> &#39;at least&#39;</span>, limit });</span>
<span class="line"><span class="c-keyword">const</span><span class="c-function"> orNearFloor</span><span class="c-keyword"> =</span> (bar<span class="c-keyword">:</span><span class="c-function"> Bar</span>)<span class="c-keyword">:</span><span class="c-function"> Bar</span><span class="c-keyword"> =&gt;</span> ({ <span class="c-keyword">...</span>bar, aboveFloor<span class="c-keyword">:</span><span class="c-constant"> 0.25</span> });</span>
<span class="line"></span>
<span class="line"><span class="c-comment">/** A call with the most stored tasks may take this many times as long as with a thousand. */</span></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> GROWTH</span><span class="c-keyword"> =</span><span class="c-function"> ratioAtMost</span>(<span class="c-constant">3</span>);</span>
<span class="line"></span>
<span class="line"><span class="c-comment">/** A last turn may take this many times as long as the first. */</span></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> TURNS</span><span class="c-keyword"> =</span><span class="c-function"> ratioAtMost</span>(<span class="c-constant">1.3</span>);</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">export</span><span class="c-keyword"> const</span><span class="c-constant"> BARS</span><span class="c-keyword">:</span><span class="c-function"> Readonly</span>&lt;<span class="c-function">Record</span>&lt;<span class="c-constant">string</span>,<span class="c-function"> Readonly</span>&lt;<span class="c-function">Record</span>&lt;<span class="c-constant">string</span>,<span class="c-function"> Bar</span>&gt;&gt;&gt;&gt; <span class="c-keyword">=</span> {</span>
<span class="line">  call<span class="c-keyword">:</span> {</span>
<span class="line"><span class="c-string-expression">    &#39;processor of a raw call / stock&#39;</span><span class="c-keyword">:</span><span class="c-function"> ratioAtMost</span>(<span class="c-constant">0.45</span>),</span>
<span class="line"><span class="c-string-expression">    &#39;processor of a raw call / bare-express&#39;</span><span class="c-keyword">:</span><span class="c-function"> orNearFloor</span>(<span class="c-function">ratioAtMost</span>(<span class="c-constant">1.6</span>)),</span>
<span class="line"><span class="c-string-expression">    &#39;rate of a raw call / stock&#39;</span><span class="c-keyword">:</span><span class="c-function"> ratioAtLeast</span>(<span class="c-constant">2.2</span>),</span>
<span class="line"><span class="c-string-expression">    &#39;rate of a raw call / bare-express&#39;</span><span class="c-keyword">:</span><span class="c-function"> orNearFloor</span>(<span class="c-function">ratioAtLeast</span>(<span class="c-constant">0.62</span>)),</span>
<span class="line">  },</span>
<span class="line"><span class="c-comment">  // The demo with all of its doors, on a file, against the SDK&#39;s handler, which forgets everything.</span></span>
<span class="line"><span class="c-comment">  // One row of SQLite a call, without any framework, misses three of these four limits.</span></span>
<span class="line">  durable<span class="c-keyword">:</span> {</span>
<span class="line"><span class="c-string-expression">    &#39;rate of a raw call / stock-memory&#39;</span><span class="c-keyword">:</span><span class="c-function"> orNearFloor</span>(<span class="c-function">ratioAtLeast</span>(<span class="c-constant">1.25</span>)),</span>
<span class="line"><span class="c-string-expression">    &#39;rate of a call with fetch / stock-memory&#39;</span><span class="c-keyword">:</span><span class="c-function"> orNearFloor</span>(<span class="c-function">ratioAtLeast</span>(<span class="c-constant">1</span>)),</span>
<span class="line"><span class="c-string-expression">    &#39;p99 of a raw call / stock-memory&#39;</span><span class="c-keyword">:</span><span class="c-function"> orNearFloor</span>(<span class="c-function">ratioAtMost</span>(<span class="c-constant">1</span>)),</span>
<span class="line"><span class="c-string-expression">    &#39;p99 of a call with fetch / stock-memory&#39;</span><span class="c-keyword">:</span><span class="c-function"> orNearFloor</span>(<span class="c-function">ratioAtMost</span>(<span class="c-constant">1</span>)),</span>
<span class="line">  },</span>
<span class="line">  guarded<span class="c-keyword">:</span> {</span>
<span class="line"><span class="c-string-expression">    &#39;rate of a raw call / all off&#39;</span><span class="c-keyword">:</span><span class="c-function"> ratioAtLeast</span>(<span class="c-constant">0.85</span>),</span>
<span class="line"><span class="c-string-expression">    &#39;rate of a raw call / stock&#39;</span><span class="c-keyword">:</span><span class="c-function"> ratioAtLeast</span>(<span class="c-constant">1</span>),</span>
<span class="line"><span class="c-string-expression">    &#39;rate of a call with fetch / all off&#39;</span><span class="c-keyword">:</span><span class="c-function"> ratioAtLeast</span>(<span class="c-constant">0.85</span>),</span>
<span class="line"><span class="c-string-expression">    &#39;rate of a call with fetch / stock&#39;</span><span class="c-keyword">:</span><span class="c-function"> ratioAtLeast</span>(<span class="c-constant">1</span>),</span>
<span class="line">  },</span>
<span class="line">  readers<span class="c-keyword">:</span> {</span>
<span class="line"><span class="c-string-expression">    &#39;p50 of an event, in memory / stock-memory&#39;</span><span class="c-keyword">:</span><span class="c-function"> ratioAtMost</span>(<span class="c-constant">1</span>),</span>
<span class="line"><span class="c-string-expression">    &#39;p99 of an event, in memory / stock-memory&#39;</span><span class="c-keyword">:</span><span class="c-function"> ratioAtMost</span>(<span class="c-constant">1</span>),</span>
<span class="line"><span class="c-string-expression">    &#39;memory per reader, in memory / stock-memory&#39;</span><span class="c-keyword">:</span><span class="c-function"> atMost</span>(<span class="c-constant">0.09</span>),</span>
<span class="line"><span class="c-string-expression">    &#39;p50 of an event, on SQLite / stock-sqlite&#39;</span><span class="c-keyword">:</span><span class="c-function"> ratioAtMost</span>(<span class="c-constant">1</span>),</span>
<span class="line"><span class="c-string-expression">    &#39;p99 of an event, on SQLite / stock-sqlite&#39;</span><span class="c-keyword">:</span><span class="c-function"> ratioAtMost</span>(<span class="c-constant">1</span>),</span>
<span class="line"><span class="c-string-expression">    &#39;memory per reader, on SQLite / stock-sqlite&#39;</span><span class="c-keyword">:</span><span class="c-function"> atMost</span>(<span class="c-constant">0.09</span>),</span>
<span class="line">  },</span>
<span class="line">  overload<span class="c-keyword">:</span> {</span>
<span class="line"><span class="c-string-expression">    &#39;p99 of a waiting call, in memory / p50&#39;</span><span class="c-keyword">:</span><span class="c-function"> ratioAtMost</span>(<span class="c-constant">2.5</span>),</span>
<span class="line"><span class="c-string-expression">    &#39;p99 of a waiting call, on SQLite / p50&#39;</span><span class="c-keyword">:</span><span class="c-function"> ratioAtMost</span>(<span class="c-constant">2.5</span>),</span>
<span class="line">  },</span>
<span class="line">  shedding<span class="c-keyword">:</span> { <span class="c-string-expression">&#39;calls done under too many / the most&#39;</span><span class="c-keyword">:</span><span class="c-function"> ratioAtLeast</span>(<span class="c-constant">0.8</span>) },</span>
<span class="line">  engine<span class="c-keyword">:</span> { <span class="c-string-expression">&#39;tasks with three events, 16 at a time / SDK store&#39;</span><span class="c-keyword">:</span><span class="c-function"> ratioAtLeast</span>(<span class="c-constant">1</span>) },</span>
<span class="line">  appends<span class="c-keyword">:</span> {</span>
<span class="line"><span class="c-string-expression">    &#39;bytes written per byte of an artifact, awaited&#39;</span><span class="c-keyword">:</span><span class="c-function"> atMost</span>(<span class="c-constant">2</span>),</span>
<span class="line"><span class="c-string-expression">    &#39;bytes written per byte of an artifact, not awaited&#39;</span><span class="c-keyword">:</span><span class="c-function"> atMost</span>(<span class="c-constant">2</span>),</span>
<span class="line"><span class="c-string-expression">    &#39;time of an artifact in chunks / stock-sqlite&#39;</span><span class="c-keyword">:</span><span class="c-function"> ratioAtMost</span>(<span class="c-constant">0.2</span>),</span>
<span class="line">  },</span>
<span class="line">  growth<span class="c-keyword">:</span> {</span>
<span class="line"><span class="c-string-expression">    &#39;create, run, answer / 1,000 tasks&#39;</span><span class="c-keyword">:</span><span class="c-constant"> GROWTH</span>,</span>
<span class="line"><span class="c-string-expression">    &#39;list a caller, first page / 1,000 tasks&#39;</span><span class="c-keyword">:</span><span class="c-constant"> GROWTH</span>,</span>
<span class="line"><span class="c-string-expression">    &#39;list a caller, ninth page / 1,000 tasks&#39;</span><span class="c-keyword">:</span><span class="c-constant"> GROWTH</span>,</span>
<span class="line"><span class="c-string-expression">    &#39;list a caller by a usual state / 1,000 tasks&#39;</span><span class="c-keyword">:</span><span class="c-constant"> GROWTH</span>,</span>
<span class="line"><span class="c-string-expression">    &#39;list a caller by a rare state / 1,000 tasks&#39;</span><span class="c-keyword">:</span><span class="c-constant"> GROWTH</span>,</span>
<span class="line"><span class="c-string-expression">    &#39;list all for operators / 1,000 tasks&#39;</span><span class="c-keyword">:</span><span class="c-constant"> GROWTH</span>,</span>
<span class="line"><span class="c-string-expression">    &#39;claim 8 tasks, give them back / 1,000 tasks&#39;</span><span class="c-keyword">:</span><span class="c-constant"> GROWTH</span>,</span>
<span class="line"><span class="c-string-expression">    &#39;sweep by number, nothing to do / 1,000 tasks&#39;</span><span class="c-keyword">:</span><span class="c-constant"> GROWTH</span>,</span>
<span class="line"><span class="c-string-expression">    &#39;sweep by number, one task / 1,000 tasks&#39;</span><span class="c-keyword">:</span><span class="c-constant"> GROWTH</span>,</span>
<span class="line"><span class="c-string-expression">    &#39;open the engine, count, claim nothing / 1,000 tasks&#39;</span><span class="c-keyword">:</span><span class="c-constant"> GROWTH</span>,</span>
<span class="line">  },</span>
<span class="line">  conversation<span class="c-keyword">:</span> {</span>
<span class="line"><span class="c-string-expression">    &#39;last turn, formwork-sqlite, text / first turn&#39;</span><span class="c-keyword">:</span><span class="c-constant"> TURNS</span>,</span>
<span class="line"><span class="c-string-expression">    &#39;last turn, formwork-sqlite, form / first turn&#39;</span><span class="c-keyword">:</span><span class="c-constant"> TURNS</span>,</span>
<span class="line"><span class="c-string-expression">    &#39;last turn, formwork-memory, text / first turn&#39;</span><span class="c-keyword">:</span><span class="c-constant"> TURNS</span>,</span>
<span class="line"><span class="c-string-expression">    &#39;last turn, formwork-memory, form / first turn&#39;</span><span class="c-keyword">:</span><span class="c-constant"> TURNS</span>,</span>
<span class="line">  },</span>
<span class="line">  client<span class="c-keyword">:</span> { <span class="c-string-expression">&#39;call with the typed client / SDK&#39;</span><span class="c-keyword">:</span><span class="c-function"> ratioAtMost</span>(<span class="c-constant">1.1</span>) },</span>
<span class="line">  bridge<span class="c-keyword">:</span> {</span>
<span class="line"><span class="c-string-expression">    &#39;call over stdio / direct&#39;</span><span class="c-keyword">:</span><span class="c-function"> orNearFloor</span>(<span class="c-function">ratioAtMost</span>(<span class="c-constant">1.5</span>)),</span>
<span class="line"><span class="c-string-expression">    &#39;call over HTTP / direct&#39;</span><span class="c-keyword">:</span><span class="c-function"> orNearFloor</span>(<span class="c-function">ratioAtMost</span>(<span class="c-constant">2</span>)),</span>
<span class="line">  },</span>
<span class="line">  start<span class="c-keyword">:</span> {</span>
<span class="line"><span class="c-string-expression">    &#39;start until the first answer / express&#39;</span><span class="c-keyword">:</span><span class="c-function"> atMost</span>(<span class="c-constant">0.35</span>),</span>
<span class="line"><span class="c-string-expression">    &#39;memory of the smallest agent at rest / express&#39;</span><span class="c-keyword">:</span><span class="c-function"> atMost</span>(<span class="c-constant">75</span>),</span>
<span class="line"><span class="c-string-expression">    &#39;processor of formwork --version / node&#39;</span><span class="c-keyword">:</span><span class="c-function"> atMost</span>(<span class="c-constant">0.1</span>),</span>
<span class="line">  },</span>
<span class="line">  install<span class="c-keyword">:</span> {</span>
<span class="line"><span class="c-string-expression">    &#39;packages of a new project&#39;</span><span class="c-keyword">:</span><span class="c-function"> atMost</span>(<span class="c-constant">105</span>),</span>
<span class="line"><span class="c-string-expression">    &#39;files of a new project&#39;</span><span class="c-keyword">:</span><span class="c-function"> atMost</span>(<span class="c-constant">70</span>),</span>
<span class="line">  },</span>
<span class="line">  validator<span class="c-keyword">:</span> {</span>
<span class="line"><span class="c-string-expression">    &#39;make a validator, small / ajv&#39;</span><span class="c-keyword">:</span><span class="c-function"> ratioAtMost</span>(<span class="c-constant">0.2</span>),</span>
<span class="line"><span class="c-string-expression">    &#39;make a validator, card / ajv&#39;</span><span class="c-keyword">:</span><span class="c-function"> ratioAtMost</span>(<span class="c-constant">0.2</span>),</span>
<span class="line"><span class="c-string-expression">    &#39;check a value, small / ajv&#39;</span><span class="c-keyword">:</span><span class="c-function"> ratioAtMost</span>(<span class="c-constant">8</span>),</span>
<span class="line"><span class="c-string-expression">    &#39;check a value, card / ajv&#39;</span><span class="c-keyword">:</span><span class="c-function"> ratioAtMost</span>(<span class="c-constant">8</span>),</span>
<span class="line"><span class="c-string-expression">    &#39;check a value, large / ajv&#39;</span><span class="c-keyword">:</span><span class="c-function"> ratioAtMost</span>(<span class="c-constant">8</span>),</span>
<span class="line">  },</span>
<span class="line">  patterns<span class="c-keyword">:</span> { <span class="c-string-expression">&#39;longest block by a pattern&#39;</span><span class="c-keyword">:</span><span class="c-function"> atMost</span>(<span class="c-constant">100</span>) },</span>
<span class="line"><span class="c-string-expression">  &#39;form validator&#39;</span><span class="c-keyword">:</span> { <span class="c-string-expression">&#39;check a form of 200 fields after a key&#39;</span><span class="c-keyword">:</span><span class="c-function"> atMost</span>(<span class="c-constant">1</span>) },</span>
<span class="line"><span class="c-string-expression">  &#39;generated types&#39;</span><span class="c-keyword">:</span> { <span class="c-string-expression">&#39;generate types of vega-lite&#39;</span><span class="c-keyword">:</span><span class="c-function"> atMost</span>(<span class="c-constant">5</span>) },</span>
<span class="line">  inference<span class="c-keyword">:</span> { <span class="c-string-expression">&#39;added by 20 large skill(s)&#39;</span><span class="c-keyword">:</span><span class="c-function"> atMost</span>(<span class="c-constant">1</span>) },</span>
<span class="line">  forms<span class="c-keyword">:</span> {</span>
<span class="line"><span class="c-string-expression">    &#39;JavaScript before a form&#39;</span><span class="c-keyword">:</span><span class="c-function"> atMost</span>(<span class="c-constant">86</span>),</span>
<span class="line"><span class="c-string-expression">    &#39;JavaScript until a form can be filled&#39;</span><span class="c-keyword">:</span><span class="c-function"> atMost</span>(<span class="c-constant">160</span>),</span>
<span class="line"><span class="c-string-expression">    &#39;style sheets&#39;</span><span class="c-keyword">:</span><span class="c-function"> atMost</span>(<span class="c-constant">10</span>),</span>
<span class="line"><span class="c-string-expression">    &#39;a key until the next frame, 95th of 100&#39;</span><span class="c-keyword">:</span><span class="c-function"> atMost</span>(<span class="c-constant">50</span>),</span>
<span class="line"><span class="c-string-expression">    &#39;200 fields are drawn&#39;</span><span class="c-keyword">:</span><span class="c-function"> atMost</span>(<span class="c-constant">200</span>),</span>
<span class="line"><span class="c-string-expression">    &#39;200 rows of 6 fields are drawn&#39;</span><span class="c-keyword">:</span><span class="c-function"> atMost</span>(<span class="c-constant">300</span>),</span>
<span class="line"><span class="c-string-expression">    &#39;20 fields can be filled, slow 4G and processor&#39;</span><span class="c-keyword">:</span><span class="c-function"> atMost</span>(<span class="c-constant">2_000</span>),</span>
<span class="line"><span class="c-string-expression">    &#39;first form of the demo, slow 4G and processor&#39;</span><span class="c-keyword">:</span><span class="c-function"> atMost</span>(<span class="c-constant">2_000</span>),</span>
<span class="line">  },</span>
<span class="line"><span class="c-string-expression">  &#39;recursive forms&#39;</span><span class="c-keyword">:</span> {</span>
<span class="line"><span class="c-string-expression">    &#39;5 alternatives that hold themselves are drawn&#39;</span><span class="c-keyword">:</span><span class="c-function"> atMost</span>(<span class="c-constant">200</span>),</span>
<span class="line"><span class="c-string-expression">    &#39;20 alternatives that hold themselves are drawn&#39;</span><span class="c-keyword">:</span><span class="c-function"> atMost</span>(<span class="c-constant">200</span>),</span>
<span class="line">  },</span>
<span class="line"><span class="c-string-expression">  &#39;hostile forms&#39;</span><span class="c-keyword">:</span> { <span class="c-string-expression">&#39;the longest standstill&#39;</span><span class="c-keyword">:</span><span class="c-function"> atMost</span>(<span class="c-constant">300</span>) },</span>
<span class="line">  console<span class="c-keyword">:</span> {</span>
<span class="line"><span class="c-string-expression">    &#39;processor of an open console, in memory&#39;</span><span class="c-keyword">:</span><span class="c-function"> atMost</span>(<span class="c-constant">5</span>),</span>
<span class="line"><span class="c-string-expression">    &#39;processor of an open console, on SQLite&#39;</span><span class="c-keyword">:</span><span class="c-function"> atMost</span>(<span class="c-constant">5</span>),</span>
<span class="line">  },</span>
<span class="line">  registry<span class="c-keyword">:</span> { <span class="c-string-expression">&#39;the slowest kind of query, p95&#39;</span><span class="c-keyword">:</span><span class="c-function"> atMost</span>(<span class="c-constant">50</span>) },</span>
<span class="line">  history<span class="c-keyword">:</span> {</span>
<span class="line"><span class="c-string-expression">    &#39;first page on SQLite, the slowest filter, p95&#39;</span><span class="c-keyword">:</span><span class="c-function"> atMost</span>(<span class="c-constant">150</span>),</span>
<span class="line"><span class="c-string-expression">    &#39;first page on PostgreSQL, the slowest filter, p95&#39;</span><span class="c-keyword">:</span><span class="c-function"> atMost</span>(<span class="c-constant">150</span>),</span>
<span class="line">  },</span>
<span class="line">  postgres<span class="c-keyword">:</span> {</span>
<span class="line"><span class="c-string-expression">    &#39;rate of a raw call / stock&#39;</span><span class="c-keyword">:</span><span class="c-function"> ratioAtLeast</span>(<span class="c-constant">2</span>),</span>
<span class="line"><span class="c-string-expression">    &#39;task with 400 events / stock&#39;</span><span class="c-keyword">:</span><span class="c-function"> ratioAtMost</span>(<span class="c-constant">0.1</span>),</span>
<span class="line">  },</span>
<span class="line">  cold<span class="c-keyword">:</span> { <span class="c-string-expression">&#39;npm start with empty stores&#39;</span><span class="c-keyword">:</span><span class="c-function"> atMost</span>(<span class="c-constant">40</span>) },</span>
<span class="line">};</span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/files/test/bench/bars.ts.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const bars_ts = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  bars_ts as default
};
