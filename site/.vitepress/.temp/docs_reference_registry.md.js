import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"@formwork/registry","description":"","frontmatter":{},"headers":[],"relativePath":"docs/reference/registry.md","filePath":"docs/reference/registry.md"}');
const _sfc_main = { name: "docs/reference/registry.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="formworkregistry" tabindex="-1">@formwork/registry <a class="header-anchor" href="#formworkregistry" aria-label="Permalink to &quot;@formwork/registry&quot;">​</a></h1><p>A registry of A2A agents: vetted cards, health, search by skill, tag and schema; an agent itself.</p><h2 id="functions" tabindex="-1">Functions <a class="header-anchor" href="#functions" aria-label="Permalink to &quot;Functions&quot;">​</a></h2><h3 id="createMemoryRegistryStore" tabindex="-1">createMemoryRegistryStore <a class="header-anchor" href="#createMemoryRegistryStore" aria-label="Permalink to &quot;createMemoryRegistryStore {#createMemoryRegistryStore}&quot;">​</a></h3><p>Makes a store in the memory of this process: for tests, and for registries whose agents register again after a restart.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">function</span><span class="c-function"> createMemoryRegistryStore</span>()<span class="c-keyword">:</span><span class="c-function"> RegistryStore</span>;</span></code></pre></div><p><strong>Example</strong></p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">import</span> { createMemoryRegistryStore, createRegistry } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/registry&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> registry</span><span class="c-keyword"> =</span><span class="c-function"> createRegistry</span>({ store<span class="c-keyword">:</span><span class="c-function"> createMemoryRegistryStore</span>() });</span></code></pre></div><h3 id="createRegistry" tabindex="-1">createRegistry <a class="header-anchor" href="#createRegistry" aria-label="Permalink to &quot;createRegistry {#createRegistry}&quot;">​</a></h3><p>Makes a registry of agents. It reads their cards itself, checks every address when it connects, and vets the cards with <code>connect</code> of the client.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">function</span><span class="c-function"> createRegistry</span>(options<span class="c-keyword">:</span><span class="c-function"> RegistryOptions</span><span class="c-keyword"> =</span> {})<span class="c-keyword">:</span><span class="c-function"> Registry</span>;</span></code></pre></div><p><strong>Throws</strong> RangeError or TypeError that names the option at fault</p><p><strong>Example</strong></p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">import</span> { createRegistry } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/registry&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> registry</span><span class="c-keyword"> =</span><span class="c-function"> createRegistry</span>();</span>
<span class="line"><span class="c-keyword">await</span><span class="c-constant"> registry</span><span class="c-function">.register</span>(<span class="c-string-expression">&#39;https://shop.example.com&#39;</span>, {});</span>
<span class="line"><span class="c-keyword">await</span><span class="c-constant"> registry</span><span class="c-function">.close</span>();</span></code></pre></div><h3 id="createRegistryAgent" tabindex="-1">createRegistryAgent <a class="header-anchor" href="#createRegistryAgent" aria-label="Permalink to &quot;createRegistryAgent {#createRegistryAgent}&quot;">​</a></h3><p>Makes an agent of a registry, to be served like any other: its callers can register, find, refresh and remove agents. The server&#39;s authentication decides which caller owns which agent.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">function</span><span class="c-function"> createRegistryAgent</span>(</span>
<span class="line">  registry<span class="c-keyword">:</span><span class="c-function"> Registry</span>,</span>
<span class="line">  {</span>
<span class="line">    name <span class="c-keyword">=</span><span class="c-string-expression"> &#39;Agent registry&#39;</span>,</span>
<span class="line">    description <span class="c-keyword">=</span><span class="c-string-expression"> &#39;Lists A2A agents, and finds them by what they do.&#39;</span>,</span>
<span class="line">    version <span class="c-keyword">=</span><span class="c-string-expression"> &#39;1.0.0&#39;</span>,</span>
<span class="line">  }<span class="c-keyword">:</span><span class="c-function"> RegistryAgentOptions</span><span class="c-keyword"> =</span> {},</span>
<span class="line">)<span class="c-keyword">:</span><span class="c-function"> Agent</span>;</span></code></pre></div><p><strong>Example</strong></p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">import</span> { createRegistry, createRegistryAgent } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/registry&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createServer } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/server&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> agent</span><span class="c-keyword"> =</span><span class="c-function"> createRegistryAgent</span>(<span class="c-function">createRegistry</span>());</span>
<span class="line"><span class="c-keyword">await</span><span class="c-function"> createServer</span>(agent)<span class="c-function">.listen</span>({ port<span class="c-keyword">:</span><span class="c-constant"> 4300</span> });</span></code></pre></div><h3 id="createRegistryClient" tabindex="-1">createRegistryClient <a class="header-anchor" href="#createRegistryClient" aria-label="Permalink to &quot;createRegistryClient {#createRegistryClient}&quot;">​</a></h3><p>Makes a client that finds agents in a registry at an address, over A2A. It connects at the first query, and again after a failure. The agents that it finds are as untrusted as any text from elsewhere: a program that calls one MUST check where its address leads.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">function</span><span class="c-function"> createRegistryClient</span>(</span>
<span class="line">  url<span class="c-keyword">:</span><span class="c-constant"> string</span>,</span>
<span class="line">  options<span class="c-keyword">:</span><span class="c-function"> Omit</span>&lt;<span class="c-function">ConnectOptions</span>,<span class="c-string-expression"> &#39;signal&#39;</span>&gt; <span class="c-keyword">=</span> {},</span>
<span class="line">)<span class="c-keyword">:</span><span class="c-function"> RegistryClient</span>;</span></code></pre></div><p><strong>Example</strong></p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">import</span> { createRegistryClient } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/registry&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> registry</span><span class="c-keyword"> =</span><span class="c-function"> createRegistryClient</span>(<span class="c-string-expression">&#39;http://127.0.0.1:4300&#39;</span>);</span>
<span class="line"><span class="c-keyword">const</span> { <span class="c-constant">agents</span> } <span class="c-keyword">=</span><span class="c-keyword"> await</span><span class="c-constant"> registry</span><span class="c-function">.discover</span>({ text<span class="c-keyword">:</span><span class="c-string-expression"> &#39;shop&#39;</span> });</span></code></pre></div><h2 id="classes" tabindex="-1">Classes <a class="header-anchor" href="#classes" aria-label="Permalink to &quot;Classes&quot;">​</a></h2><h3 id="AgentRefusedError" tabindex="-1">AgentRefusedError <a class="header-anchor" href="#AgentRefusedError" aria-label="Permalink to &quot;AgentRefusedError {#AgentRefusedError}&quot;">​</a></h3><p>Thrown when an agent cannot be registered, because its address or its card is not acceptable.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">class</span><span class="c-function"> AgentRefusedError</span><span class="c-keyword"> extends</span><span class="c-function"> FormworkError</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> code;</span>
<span class="line">}</span></code></pre></div><h3 id="AgentUnknownError" tabindex="-1">AgentUnknownError <a class="header-anchor" href="#AgentUnknownError" aria-label="Permalink to &quot;AgentUnknownError {#AgentUnknownError}&quot;">​</a></h3><p>Thrown for the id of an agent that is not in the registry.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">class</span><span class="c-function"> AgentUnknownError</span><span class="c-keyword"> extends</span><span class="c-function"> FormworkError</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> code;</span>
<span class="line"><span class="c-keyword">  constructor</span>(agentId<span class="c-keyword">:</span><span class="c-constant"> string</span>);</span>
<span class="line">}</span></code></pre></div><h3 id="CursorInvalidError" tabindex="-1">CursorInvalidError <a class="header-anchor" href="#CursorInvalidError" aria-label="Permalink to &quot;CursorInvalidError {#CursorInvalidError}&quot;">​</a></h3><p>Thrown when agents are asked for with a cursor that was made for another query, or is damaged.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">class</span><span class="c-function"> CursorInvalidError</span><span class="c-keyword"> extends</span><span class="c-function"> FormworkError</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> code;</span>
<span class="line"><span class="c-keyword">  constructor</span>(cursor<span class="c-keyword">:</span><span class="c-constant"> string</span>);</span>
<span class="line">}</span></code></pre></div><h3 id="NotOwnerError" tabindex="-1">NotOwnerError <a class="header-anchor" href="#NotOwnerError" aria-label="Permalink to &quot;NotOwnerError {#NotOwnerError}&quot;">​</a></h3><p>Thrown when a caller wants to change an agent that belongs to somebody else.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">class</span><span class="c-function"> NotOwnerError</span><span class="c-keyword"> extends</span><span class="c-function"> FormworkError</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> code;</span>
<span class="line">}</span></code></pre></div><h3 id="RegistryAnswerError" tabindex="-1">RegistryAnswerError <a class="header-anchor" href="#RegistryAnswerError" aria-label="Permalink to &quot;RegistryAnswerError {#RegistryAnswerError}&quot;">​</a></h3><p>Thrown when a remote agent that was called as a registry does not answer like one.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">class</span><span class="c-function"> RegistryAnswerError</span><span class="c-keyword"> extends</span><span class="c-function"> FormworkError</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> code;</span>
<span class="line"><span class="c-keyword">  constructor</span>();</span>
<span class="line">}</span></code></pre></div><h3 id="RegistryBusyError" tabindex="-1">RegistryBusyError <a class="header-anchor" href="#RegistryBusyError" aria-label="Permalink to &quot;RegistryBusyError {#RegistryBusyError}&quot;">​</a></h3><p>Thrown when too many cards are being read already. The caller can try again soon.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">class</span><span class="c-function"> RegistryBusyError</span><span class="c-keyword"> extends</span><span class="c-function"> FormworkError</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> code;</span>
<span class="line">}</span></code></pre></div><h3 id="RegistryFullError" tabindex="-1">RegistryFullError <a class="header-anchor" href="#RegistryFullError" aria-label="Permalink to &quot;RegistryFullError {#RegistryFullError}&quot;">​</a></h3><p>Thrown when a registry, one owner or one origin already has as many agents as it may have.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">class</span><span class="c-function"> RegistryFullError</span><span class="c-keyword"> extends</span><span class="c-function"> FormworkError</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> code;</span>
<span class="line">}</span></code></pre></div><h3 id="RegistryStorageError" tabindex="-1">RegistryStorageError <a class="header-anchor" href="#RegistryStorageError" aria-label="Permalink to &quot;RegistryStorageError {#RegistryStorageError}&quot;">​</a></h3><p>Thrown when the storage of a registry refuses to read or write. The registry works again once its storage does.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">class</span><span class="c-function"> RegistryStorageError</span><span class="c-keyword"> extends</span><span class="c-function"> FormworkError</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> code;</span>
<span class="line"><span class="c-keyword">  readonly</span> storageCode<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> isLasting<span class="c-keyword">:</span><span class="c-constant"> boolean</span>;</span>
<span class="line"><span class="c-keyword">  constructor</span>(</span>
<span class="line">    storageCode<span class="c-keyword">:</span><span class="c-constant"> string</span>,</span>
<span class="line">    options<span class="c-keyword">?:</span><span class="c-function"> ErrorOptions</span><span class="c-keyword"> &amp;</span> { <span class="c-keyword">readonly</span> message<span class="c-keyword">?:</span><span class="c-constant"> string</span>; <span class="c-keyword">readonly</span> isLasting<span class="c-keyword">?:</span><span class="c-constant"> boolean</span> },</span>
<span class="line">  );</span>
<span class="line">}</span></code></pre></div><h2 id="types" tabindex="-1">Types <a class="header-anchor" href="#types" aria-label="Permalink to &quot;Types&quot;">​</a></h2><h3 id="AgentFacts" tabindex="-1">AgentFacts <a class="header-anchor" href="#AgentFacts" aria-label="Permalink to &quot;AgentFacts {#AgentFacts}&quot;">​</a></h3><p>The facts that a registry keeps of an agent&#39;s card, from the last time the card was read. All texts come from the agent, and are made safe to show.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> AgentFacts</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> name<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> description<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> version<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The organization that provides the agent; \`&#39;&#39;\` if its card does not say. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> provider<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The URL that callers send their messages to, chosen from the interfaces in the agent&#39;s card.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> endpoint<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The ids of the agent&#39;s skills, then the features of A2A that its card declares: \`streaming\`,</span></span>
<span class="line"><span class="c-comment">   * \`pushNotifications\` and the URIs of extensions.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> capabilities<span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-constant"> string</span>[];</span>
<span class="line"><span class="c-keyword">  readonly</span> tags<span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-constant"> string</span>[];</span>
<span class="line"><span class="c-keyword">  readonly</span> skills<span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-function"> ListedSkill</span>[];</span>
<span class="line"><span class="c-keyword">  readonly</span> schemas<span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-function"> ListedSchema</span>[];</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The SHA-256 of the agent&#39;s card, with its schemas, as canonical JSON. A different value means</span></span>
<span class="line"><span class="c-comment">   * that the card has changed.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> cardFingerprint<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="AgentLimits" tabindex="-1">AgentLimits <a class="header-anchor" href="#AgentLimits" aria-label="Permalink to &quot;AgentLimits {#AgentLimits}&quot;">​</a></h3><p>The highest numbers of agents that a store may have, the one that is added included.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> AgentLimits</span> {</span>
<span class="line"><span class="c-comment">  /** All agents. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> all<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /** The agents of the owner of the one that is added. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> ofOwner<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /** The agents at the origin of the one that is added. Default: no limit. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> atOrigin<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="AgentPage" tabindex="-1">AgentPage <a class="header-anchor" href="#AgentPage" aria-label="Permalink to &quot;AgentPage {#AgentPage}&quot;">​</a></h3><p>A page of agents that match a query, in the order of their registration.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> AgentPage</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> agents<span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-function"> RegisteredAgent</span>[];</span>
<span class="line"><span class="c-comment">  /** The number of agents on all pages together. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> totalCount<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /** An opaque text that asks for the next page of the same query; absent on the last page. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> nextCursor<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="AgentQuery" tabindex="-1">AgentQuery <a class="header-anchor" href="#AgentQuery" aria-label="Permalink to &quot;AgentQuery {#AgentQuery}&quot;">​</a></h3><p>A query for agents. An agent matches if it has everything that the query names: each item of every list, and each word of the text.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> AgentQuery</span> {</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Ids of skills, or features of A2A that cards declare; see \`AgentFacts.capabilities\`. Default:</span></span>
<span class="line"><span class="c-comment">   * none.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> capabilities<span class="c-keyword">?:</span><span class="c-keyword"> readonly</span><span class="c-constant"> string</span>[];</span>
<span class="line"><span class="c-comment">  /** Tags that the agent&#39;s skills must have; capitals do not matter. Default: none. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> tags<span class="c-keyword">?:</span><span class="c-keyword"> readonly</span><span class="c-constant"> string</span>[];</span>
<span class="line"><span class="c-comment">  /** Names of schemas that the agent must have. Default: none. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> schemas<span class="c-keyword">?:</span><span class="c-keyword"> readonly</span><span class="c-constant"> string</span>[];</span>
<span class="line"><span class="c-comment">  /** Fingerprints of schemas that the agent must have. Default: none. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> fingerprints<span class="c-keyword">?:</span><span class="c-keyword"> readonly</span><span class="c-constant"> string</span>[];</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Words, or the beginnings of words, in the agent&#39;s name, description, provider, skills, tags and</span></span>
<span class="line"><span class="c-comment">   * schemas; capitals do not matter. Default: none.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> text<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The status that the agents must have. Default \`all\`. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> status<span class="c-keyword">?:</span><span class="c-function"> AgentStatus</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;all&#39;</span>;</span>
<span class="line"><span class="c-comment">  /** The highest number of agents on the page, from 1 to 100. Default 20. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> limit<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /** The \`nextCursor\` of the page before this one, for the same query. Default: the first page. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> cursor<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="AgentStatus" tabindex="-1">AgentStatus <a class="header-anchor" href="#AgentStatus" aria-label="Permalink to &quot;AgentStatus {#AgentStatus}&quot;">​</a></h3><p>Whether an agent can probably be called. <code>healthy</code>: the last heartbeat or successful check is recent (see <code>ttlMs</code>), and the card could be read the last time it was checked.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">type</span><span class="c-function"> AgentStatus</span><span class="c-keyword"> =</span><span class="c-string-expression"> &#39;healthy&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;unhealthy&#39;</span>;</span></code></pre></div><h3 id="AllowedAddresses" tabindex="-1">AllowedAddresses <a class="header-anchor" href="#AllowedAddresses" aria-label="Permalink to &quot;AllowedAddresses {#AllowedAddresses}&quot;">​</a></h3><p>The addresses that the host names of agents may lead to:</p><ul><li><code>public</code>: addresses of the public internet;</li><li><code>local</code>: also this machine, for agents that are called by <code>localhost</code> or a loopback address;</li><li><code>any</code>: all addresses, also those of private networks.</li></ul><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">type</span><span class="c-function"> AllowedAddresses</span><span class="c-keyword"> =</span><span class="c-string-expression"> &#39;public&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;local&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;any&#39;</span>;</span></code></pre></div><h3 id="Caller" tabindex="-1">Caller <a class="header-anchor" href="#Caller" aria-label="Permalink to &quot;Caller {#Caller}&quot;">​</a></h3><p>The caller who asks a registry for a change, identified by name, by a key, by both, or not at all.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> Caller</span> {</span>
<span class="line"><span class="c-comment">  /** The principal that the server&#39;s authentication found. Default: none. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> principal<span class="c-keyword">?:</span><span class="c-function"> Principal</span><span class="c-keyword"> |</span><span class="c-constant"> undefined</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * A secret key that identifies the caller: one of the caller&#39;s own, or the one that \`register\`</span></span>
<span class="line"><span class="c-comment">   * returned.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> key<span class="c-keyword">?:</span><span class="c-constant"> string</span><span class="c-keyword"> |</span><span class="c-constant"> undefined</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="CardChange" tabindex="-1">CardChange <a class="header-anchor" href="#CardChange" aria-label="Permalink to &quot;CardChange {#CardChange}&quot;">​</a></h3><p>The differences between an agent&#39;s card and the card that was read before it. Texts that did not change are absent.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> CardChange</span> {</span>
<span class="line"><span class="c-comment">  /** The time when the changed card was read: ISO 8601, in UTC. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> time<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> fingerprint<span class="c-keyword">:</span><span class="c-function"> ChangedText</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> version<span class="c-keyword">?:</span><span class="c-function"> ChangedText</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> name<span class="c-keyword">?:</span><span class="c-function"> ChangedText</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The change of the URL that callers of the agent use. A new URL may mean that somebody else</span></span>
<span class="line"><span class="c-comment">   * answers, so people should look at it.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> endpoint<span class="c-keyword">?:</span><span class="c-function"> ChangedText</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> addedSkills<span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-constant"> string</span>[];</span>
<span class="line"><span class="c-keyword">  readonly</span> removedSkills<span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-constant"> string</span>[];</span>
<span class="line"><span class="c-keyword">  readonly</span> schemas<span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-function"> ChangedSchema</span>[];</span>
<span class="line">}</span></code></pre></div><h3 id="CardKeys" tabindex="-1">CardKeys <a class="header-anchor" href="#CardKeys" aria-label="Permalink to &quot;CardKeys {#CardKeys}&quot;">​</a></h3><p>The public keys, as JWKs, by the origin whose cards have to be signed with one of them.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">type</span><span class="c-function"> CardKeys</span><span class="c-keyword"> =</span><span class="c-function"> Readonly</span>&lt;<span class="c-function">Record</span>&lt;<span class="c-constant">string</span>,<span class="c-function"> NonNullable</span>&lt;<span class="c-function">CardTrust</span>[<span class="c-string-expression">&#39;keys&#39;</span>]&gt;&gt;&gt;;</span></code></pre></div><h3 id="ChangedSchema" tabindex="-1">ChangedSchema <a class="header-anchor" href="#ChangedSchema" aria-label="Permalink to &quot;ChangedSchema {#ChangedSchema}&quot;">​</a></h3><p>A named schema that an agent&#39;s card has added or removed, or whose fingerprint has changed.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> ChangedSchema</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> name<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The schema&#39;s fingerprint before the change; absent if the schema is new, or was refused then.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> from<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The schema&#39;s fingerprint after the change; absent if the schema is gone, or is refused now. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> to<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="ChangedText" tabindex="-1">ChangedText <a class="header-anchor" href="#ChangedText" aria-label="Permalink to &quot;ChangedText {#ChangedText}&quot;">​</a></h3><p>The old and the new value of a text of a card that has changed.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> ChangedText</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> from<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> to<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="CheckOutcome" tabindex="-1">CheckOutcome <a class="header-anchor" href="#CheckOutcome" aria-label="Permalink to &quot;CheckOutcome {#CheckOutcome}&quot;">​</a></h3><p>The outcome of a check of an agent&#39;s card: the same card, a changed card, or a failure.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> CheckOutcome</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> agentId<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> time<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> nextCheck<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /** The signature of the card, present if its state or its key has changed. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> signature<span class="c-keyword">?:</span><span class="c-function"> ListedSignature</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> result<span class="c-keyword">:</span></span>
<span class="line"><span class="c-keyword">    |</span> { <span class="c-keyword">readonly</span> kind<span class="c-keyword">:</span><span class="c-string-expression"> &#39;same&#39;</span>; <span class="c-keyword">readonly</span> healthyUntil<span class="c-keyword">:</span><span class="c-constant"> number</span> }</span>
<span class="line"><span class="c-keyword">    |</span> {</span>
<span class="line"><span class="c-keyword">        readonly</span> kind<span class="c-keyword">:</span><span class="c-string-expression"> &#39;changed&#39;</span>;</span>
<span class="line"><span class="c-keyword">        readonly</span> healthyUntil<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-keyword">        readonly</span> facts<span class="c-keyword">:</span><span class="c-function"> AgentFacts</span>;</span>
<span class="line"><span class="c-keyword">        readonly</span> terms<span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-function"> Term</span>[];</span>
<span class="line"><span class="c-keyword">        readonly</span> change<span class="c-keyword">:</span><span class="c-function"> CardChange</span>;</span>
<span class="line">      }</span>
<span class="line"><span class="c-keyword">    |</span> { <span class="c-keyword">readonly</span> kind<span class="c-keyword">:</span><span class="c-string-expression"> &#39;failed&#39;</span>; <span class="c-keyword">readonly</span> problem<span class="c-keyword">:</span><span class="c-constant"> string</span> };</span>
<span class="line">}</span></code></pre></div><h3 id="HearOptions" tabindex="-1">HearOptions <a class="header-anchor" href="#HearOptions" aria-label="Permalink to &quot;HearOptions {#HearOptions}&quot;">​</a></h3><p>Options of <code>RegistryStore.hear</code>.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> HearOptions</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> time<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> healthyUntil<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The shortest time between a check of an agent&#39;s card and a new one that a heartbeat causes, in</span></span>
<span class="line"><span class="c-comment">   * milliseconds.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> checkGapMs<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="Heartbeat" tabindex="-1">Heartbeat <a class="header-anchor" href="#Heartbeat" aria-label="Permalink to &quot;Heartbeat {#Heartbeat}&quot;">​</a></h3><p>A heartbeat: the message of an agent&#39;s owner that the agent is alive.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> Heartbeat</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> agentId<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> owner<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="ListedSchema" tabindex="-1">ListedSchema <a class="header-anchor" href="#ListedSchema" aria-label="Permalink to &quot;ListedSchema {#ListedSchema}&quot;">​</a></h3><p>A named schema of an agent, as a registry lists it: its name and fingerprint, not the schema itself.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> ListedSchema</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> name<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The SHA-256 of the schema&#39;s canonical JSON, the same value that agent cards give; absent if the</span></span>
<span class="line"><span class="c-comment">   * schema was refused.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> fingerprint<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="ListedSignature" tabindex="-1">ListedSignature <a class="header-anchor" href="#ListedSignature" aria-label="Permalink to &quot;ListedSignature {#ListedSignature}&quot;">​</a></h3><p>The signature of an agent&#39;s card: its state at the last check, and since when.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> ListedSignature</span> {</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The state of the signature. \`verified\`: signed with a key that the registry&#39;s operator gave.</span></span>
<span class="line"><span class="c-comment">   * \`pinned\`: signed with the key that the registry saw first. \`refused\`: no longer signed, or with</span></span>
<span class="line"><span class="c-comment">   * another key, so that the facts are those of the last good card.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> state<span class="c-keyword">:</span><span class="c-string-expression"> &#39;verified&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;pinned&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;unsigned&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;refused&#39;</span>;</span>
<span class="line"><span class="c-comment">  /** The time when the registry first saw this state with this key: ISO 8601, in UTC. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> since<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The thumbprint of the key that signed the card (RFC 7638); absent if the card is unsigned or</span></span>
<span class="line"><span class="c-comment">   * refused.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> thumbprint<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="ListedSkill" tabindex="-1">ListedSkill <a class="header-anchor" href="#ListedSkill" aria-label="Permalink to &quot;ListedSkill {#ListedSkill}&quot;">​</a></h3><p>A skill of an agent, as a registry lists it: its id and its name.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> ListedSkill</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> id<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> name<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="NewAgent" tabindex="-1">NewAgent <a class="header-anchor" href="#NewAgent" aria-label="Permalink to &quot;NewAgent {#NewAgent}&quot;">​</a></h3><p>A new agent for a store. Times are milliseconds since 1970.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> NewAgent</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> agentId<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> url<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The owner, who may change the agent: a name or the hash of a key, in the form that \`listOwners\`</span></span>
<span class="line"><span class="c-comment">   * returns.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> owner<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> facts<span class="c-keyword">:</span><span class="c-function"> AgentFacts</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> signature<span class="c-keyword">:</span><span class="c-function"> ListedSignature</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> terms<span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-function"> Term</span>[];</span>
<span class="line"><span class="c-keyword">  readonly</span> time<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> healthyUntil<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> nextCheck<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="RegisteredAgent" tabindex="-1">RegisteredAgent <a class="header-anchor" href="#RegisteredAgent" aria-label="Permalink to &quot;RegisteredAgent {#RegisteredAgent}&quot;">​</a></h3><p>An agent of a registry, in the form that everybody may see. Times are ISO 8601 in UTC.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> RegisteredAgent</span><span class="c-keyword"> extends</span><span class="c-function"> AgentFacts</span> {</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The id of the agent, computed from its address: the same agent has the same id in every</span></span>
<span class="line"><span class="c-comment">   * registry.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> agentId<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The address that the agent was registered with: that of the agent, or of its card. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> url<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> status<span class="c-keyword">:</span><span class="c-function"> AgentStatus</span>;</span>
<span class="line"><span class="c-comment">  /** The reason why the agent&#39;s card could not be read at the last check; absent if it could. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> problem<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The signature of the agent&#39;s card; absent until the registry has checked it. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> signature<span class="c-keyword">?:</span><span class="c-function"> ListedSignature</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> registeredAt<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The time of the last change of the agent&#39;s card; the time of the registration if it never</span></span>
<span class="line"><span class="c-comment">   * changed.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> changedAt<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The time of the agent&#39;s last heartbeat, or of the last successful check of its card if that is</span></span>
<span class="line"><span class="c-comment">   * later.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> lastSeenAt<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="Registration" tabindex="-1">Registration <a class="header-anchor" href="#Registration" aria-label="Permalink to &quot;Registration {#Registration}&quot;">​</a></h3><p>The outcome of registering an agent: the agent, whether it is new, and the key if one was made.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> Registration</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> agent<span class="c-keyword">:</span><span class="c-function"> RegisteredAgent</span>;</span>
<span class="line"><span class="c-comment">  /** True if the agent is new in the registry; false if it was registered already. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> created<span class="c-keyword">:</span><span class="c-constant"> boolean</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * A secret key with which a caller without a name changes the agent later. It is returned once,</span></span>
<span class="line"><span class="c-comment">   * and only if the agent is new and the caller gave neither a name nor a key.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> key<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="Registry" tabindex="-1">Registry <a class="header-anchor" href="#Registry" aria-label="Permalink to &quot;Registry {#Registry}&quot;">​</a></h3><p>A registry: a list of agents that keeps checking their cards, in which agents can be found by what they do.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> Registry</span> {</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Reads the card at an address and adds its agent to the registry. The agent then belongs to the</span></span>
<span class="line"><span class="c-comment">   * caller: to the caller&#39;s name, else to the key that the caller gave or that is made. If the</span></span>
<span class="line"><span class="c-comment">   * agent is already listed, its owner thereby causes a check of its card, and other callers change</span></span>
<span class="line"><span class="c-comment">   * nothing.</span></span>
<span class="line"><span class="c-comment">   *</span></span>
<span class="line"><span class="c-comment">   * </span><span class="c-keyword">@throws</span><span class="c-comment"> AgentRefusedError, NotOwnerError for a key that is too short, RegistryFullError,</span></span>
<span class="line"><span class="c-comment">   * RegistryBusyError, RegistryStorageError</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  register</span>(url<span class="c-keyword">:</span><span class="c-constant"> string</span>, caller<span class="c-keyword">?:</span><span class="c-function"> Caller</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-function">Registration</span>&gt;;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Records that an agent is alive, and returns it. An agent whose card could not be read stays</span></span>
<span class="line"><span class="c-comment">   * unhealthy until the card is read again.</span></span>
<span class="line"><span class="c-comment">   *</span></span>
<span class="line"><span class="c-comment">   * </span><span class="c-keyword">@throws</span><span class="c-comment"> AgentUnknownError, NotOwnerError, RegistryStorageError</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  heartbeat</span>(agentId<span class="c-keyword">:</span><span class="c-constant"> string</span>, caller<span class="c-keyword">:</span><span class="c-function"> Caller</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-function">RegisteredAgent</span>&gt;;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Removes an agent that belongs to the caller, and returns it as it was. </span><span class="c-keyword">@throws</span></span>
<span class="line"><span class="c-comment">   * AgentUnknownError, NotOwnerError, RegistryStorageError</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  remove</span>(agentId<span class="c-keyword">:</span><span class="c-constant"> string</span>, caller<span class="c-keyword">:</span><span class="c-function"> Caller</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-function">RegisteredAgent</span>&gt;;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Makes the caller the owner of an agent, if a document at the agent&#39;s origin names the caller:</span></span>
<span class="line"><span class="c-comment">   * see \`docs/registry.md\`.</span></span>
<span class="line"><span class="c-comment">   *</span></span>
<span class="line"><span class="c-comment">   * </span><span class="c-keyword">@throws</span><span class="c-comment"> AgentUnknownError, NotOwnerError, RegistryStorageError</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  claim</span>(agentId<span class="c-keyword">:</span><span class="c-constant"> string</span>, caller<span class="c-keyword">:</span><span class="c-function"> Caller</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-function">RegisteredAgent</span>&gt;;</span>
<span class="line"><span class="c-comment">  /** Returns the agent with an id. </span><span class="c-keyword">@throws</span><span class="c-comment"> AgentUnknownError, RegistryStorageError */</span></span>
<span class="line"><span class="c-function">  get</span>(agentId<span class="c-keyword">:</span><span class="c-constant"> string</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-function">RegisteredAgent</span>&gt;;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Finds one page of the agents that match a query; all agents without one. </span><span class="c-keyword">@throws</span><span class="c-comment"> RangeError or</span></span>
<span class="line"><span class="c-comment">   * TypeError that names the field; CursorInvalidError, RegistryStorageError</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  discover</span>(query<span class="c-keyword">?:</span><span class="c-function"> AgentQuery</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-function">AgentPage</span>&gt;;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Returns the last changes of an agent&#39;s card, newest first. </span><span class="c-keyword">@throws</span><span class="c-comment"> AgentUnknownError,</span></span>
<span class="line"><span class="c-comment">   * RegistryStorageError</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  listChanges</span>(agentId<span class="c-keyword">:</span><span class="c-constant"> string</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-keyword">readonly</span><span class="c-function"> CardChange</span>[]&gt;;</span>
<span class="line"><span class="c-comment">  /** Checks every card that is due, and resolves with the number of cards checked. */</span></span>
<span class="line"><span class="c-function">  check</span>()<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">number</span>&gt;;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Starts checking cards whenever they are due, until the registry is closed. It does not keep the</span></span>
<span class="line"><span class="c-comment">   * process alive.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  start</span>()<span class="c-keyword">:</span><span class="c-constant"> void</span>;</span>
<span class="line"><span class="c-comment">  /** Stops checks, ends connections, then closes the store. */</span></span>
<span class="line"><span class="c-function">  close</span>()<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">void</span>&gt;;</span>
<span class="line">}</span></code></pre></div><h3 id="RegistryAgentOptions" tabindex="-1">RegistryAgentOptions <a class="header-anchor" href="#RegistryAgentOptions" aria-label="Permalink to &quot;RegistryAgentOptions {#RegistryAgentOptions}&quot;">​</a></h3><p>Options of <a href="#createRegistryAgent" class="name"><code>createRegistryAgent</code></a>.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> RegistryAgentOptions</span> {</span>
<span class="line"><span class="c-comment">  /** The name of the agent in its card. Default \`Agent registry\`. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> name<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The description of the agent in its card. Default: a sentence that says what a registry is. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> description<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The version of the agent in its card. Default \`1.0.0\`. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> version<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="RegistryClient" tabindex="-1">RegistryClient <a class="header-anchor" href="#RegistryClient" aria-label="Permalink to &quot;RegistryClient {#RegistryClient}&quot;">​</a></h3><p>A client of a registry that runs somewhere else.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> RegistryClient</span> {</span>
<span class="line"><span class="c-comment">  /** Finds one page of agents in the registry. </span><span class="c-keyword">@throws</span><span class="c-comment"> what \`connect\` and calls of skills throw. */</span></span>
<span class="line"><span class="c-function">  discover</span>(query<span class="c-keyword">?:</span><span class="c-function"> AgentQuery</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-function">AgentPage</span>&gt;;</span>
<span class="line"><span class="c-comment">  /** Finds up to \`max\` agents in the registry, over as many pages as that takes. */</span></span>
<span class="line"><span class="c-function">  list</span>(</span>
<span class="line">    query<span class="c-keyword">:</span><span class="c-function"> Omit</span>&lt;<span class="c-function">AgentQuery</span>,<span class="c-string-expression"> &#39;cursor&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;limit&#39;</span>&gt;,</span>
<span class="line">    max<span class="c-keyword">:</span><span class="c-constant"> number</span>,</span>
<span class="line">  )<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-keyword">readonly</span><span class="c-function"> RegisteredAgent</span>[]&gt;;</span>
<span class="line">}</span></code></pre></div><h3 id="RegistryOptions" tabindex="-1">RegistryOptions <a class="header-anchor" href="#RegistryOptions" aria-label="Permalink to &quot;RegistryOptions {#RegistryOptions}&quot;">​</a></h3><p>Options of <a href="#createRegistry" class="name"><code>createRegistry</code></a>.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> RegistryOptions</span> {</span>
<span class="line"><span class="c-comment">  /** The store that keeps the agents; it is closed with the registry. Default: one in memory. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> store<span class="c-keyword">?:</span><span class="c-function"> RegistryStore</span>;</span>
<span class="line"><span class="c-comment">  /** The IP addresses at which agents may be: \`public\`, \`local\` or \`any\`. Default \`public\`. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> allowAddresses<span class="c-keyword">?:</span><span class="c-function"> AllowedAddresses</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Origins at which agents may be whatever \`allowAddresses\` says, such as \`http://10.0.0.7:4100\`.</span></span>
<span class="line"><span class="c-comment">   * Default: none.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> allowOrigins<span class="c-keyword">?:</span><span class="c-keyword"> readonly</span><span class="c-constant"> string</span>[];</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The time for which an agent counts as healthy after its last heartbeat or successful check, in</span></span>
<span class="line"><span class="c-comment">   * milliseconds. Default 180,000; at least 1,000.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> ttlMs<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The time between checks of an agent&#39;s card, in milliseconds. Default 60,000; at least 1,000.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> checkIntervalMs<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The longest time between checks of a card that cannot be read, in milliseconds. Default</span></span>
<span class="line"><span class="c-comment">   * 3,600,000.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> maxCheckIntervalMs<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The time after which an agent that sends no heartbeat, and whose card cannot be read, is</span></span>
<span class="line"><span class="c-comment">   * removed, in milliseconds. Default 2,592,000,000: 30 days.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> forgetAfterMs<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The highest number of cards that are read at the same time. At one origin it is a quarter of</span></span>
<span class="line"><span class="c-comment">   * this, except for origins in \`allowOrigins\`. Default 8.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> concurrency<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /** The size of the largest card that is read, in bytes. Default 1 MiB. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> maxCardBytes<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /** The longest time that finding and reading a card may take, in milliseconds. Default 10,000. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> cardTimeoutMs<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /** The highest number of agents in the registry. Default 100,000. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> maxAgents<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /** The highest number of agents that one owner may register. Default 1,000. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> maxAgentsPerOwner<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The highest number of agents at one origin, whoever registers them; origins in \`allowOrigins\`</span></span>
<span class="line"><span class="c-comment">   * have no limit. Default 100.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> maxAgentsPerOrigin<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The highest number of reads, per minute, of the cards at one origin, for registrations and</span></span>
<span class="line"><span class="c-comment">   * checks together; origins in \`allowOrigins\` have no limit. Default 240.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> maxReadsPerOrigin<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /** A clock: returns milliseconds since 1970. Default \`Date.now\`. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span><span class="c-function"> now</span><span class="c-keyword">?:</span> () <span class="c-keyword">=&gt;</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * A source of random numbers from 0 to below 1, which varies the times of checks. Default</span></span>
<span class="line"><span class="c-comment">   * \`Math.random\`.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span><span class="c-function"> random</span><span class="c-keyword">?:</span> () <span class="c-keyword">=&gt;</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /** Looks up the addresses of a host name. Default: the system&#39;s lookup. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> lookup<span class="c-keyword">?:</span><span class="c-function"> LookupAll</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Public keys by origin. Every card at such an origin has to be signed with one of its keys;</span></span>
<span class="line"><span class="c-comment">   * other cards may be unsigned, or signed with the key that was seen first. Default: none.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> cardKeys<span class="c-keyword">?:</span><span class="c-function"> CardKeys</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The store of the keys that agents&#39; cards were first signed with: a card that is signed with</span></span>
<span class="line"><span class="c-comment">   * another key is refused. Default: the pins of \`store\`.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> pins<span class="c-keyword">?:</span><span class="c-function"> PinStore</span>;</span>
<span class="line"><span class="c-comment">  /** The logger for changed cards and unhealthy agents. Default: nothing is logged. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> logger<span class="c-keyword">?:</span><span class="c-function"> TaskLogger</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="RegistryStore" tabindex="-1">RegistryStore <a class="header-anchor" href="#RegistryStore" aria-label="Permalink to &quot;RegistryStore {#RegistryStore}&quot;">​</a></h3><p>A store of the agents of a registry. Several registries MAY share one.</p><p>Every method MUST be atomic, MUST resolve only after its changes are durable, and MUST reject with <a href="#RegistryStorageError" class="name"><code>RegistryStorageError</code></a> when the storage refuses. Texts are compared by their code points.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> RegistryStore</span> {</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Adds an agent, unless one with its id is stored already. Returns the stored agent, and whether</span></span>
<span class="line"><span class="c-comment">   * it was added. Default of \`limits\`: none. MUST NOT exceed a limit however many are added at once.</span></span>
<span class="line"><span class="c-comment">   *</span></span>
<span class="line"><span class="c-comment">   * </span><span class="c-keyword">@throws</span><span class="c-comment"> RegistryFullError if one more would exceed a limit</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  add</span>(</span>
<span class="line">    agent<span class="c-keyword">:</span><span class="c-function"> NewAgent</span>,</span>
<span class="line">    limits<span class="c-keyword">?:</span><span class="c-function"> AgentLimits</span>,</span>
<span class="line">  )<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;{ <span class="c-keyword">readonly</span> agent<span class="c-keyword">:</span><span class="c-function"> StoredAgent</span>; <span class="c-keyword">readonly</span> added<span class="c-keyword">:</span><span class="c-constant"> boolean</span> }&gt;;</span>
<span class="line"><span class="c-function">  get</span>(agentId<span class="c-keyword">:</span><span class="c-constant"> string</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-function">StoredAgent</span><span class="c-keyword"> |</span><span class="c-constant"> undefined</span>&gt;;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Stores heartbeats of agents that belong to the given owners, and resolves with those agents. An</span></span>
<span class="line"><span class="c-comment">   * agent whose last check failed does not become healthy: its next check is moved forward instead.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  hear</span>(heartbeats<span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-function"> Heartbeat</span>[], options<span class="c-keyword">:</span><span class="c-function"> HearOptions</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-keyword">readonly</span><span class="c-function"> StoredAgent</span>[]&gt;;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Stores the outcome of a check of an agent that may be gone by now. MUST keep the last </span><span class="c-function">{</span><span class="c-keyword">@link</span></span>
<span class="line"><span class="c-function">   * KEPT_CHANGES}</span><span class="c-comment"> changes of the card.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  settle</span>(outcome<span class="c-keyword">:</span><span class="c-function"> CheckOutcome</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">void</span>&gt;;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Gives an agent to another owner; resolves with false if there is no such agent. MUST give an</span></span>
<span class="line"><span class="c-comment">   * owner no more than \`most\` agents however many are given at once; the owner of an agent keeps</span></span>
<span class="line"><span class="c-comment">   * it. Default of \`most\`: any number.</span></span>
<span class="line"><span class="c-comment">   *</span></span>
<span class="line"><span class="c-comment">   * </span><span class="c-keyword">@throws</span><span class="c-comment"> RegistryFullError if one more would exceed the limit</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  setOwner</span>(agentId<span class="c-keyword">:</span><span class="c-constant"> string</span>, owner<span class="c-keyword">:</span><span class="c-constant"> string</span>, most<span class="c-keyword">?:</span><span class="c-constant"> number</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">boolean</span>&gt;;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Removes an agent with its terms and changes; resolves with false if this owner has no such</span></span>
<span class="line"><span class="c-comment">   * agent, or something was heard of it after \`seenAt\`. Default of \`seenAt\`: it does not matter.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  remove</span>(agentId<span class="c-keyword">:</span><span class="c-constant"> string</span>, owner<span class="c-keyword">:</span><span class="c-constant"> string</span>, seenAt<span class="c-keyword">?:</span><span class="c-constant"> number</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">boolean</span>&gt;;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Claims up to \`limit\` agents whose check is due, the longest due first, and makes their next</span></span>
<span class="line"><span class="c-comment">   * check due at \`until\`. MUST NOT give the same agent to two callers.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  takeDue</span>(options<span class="c-keyword">:</span> {</span>
<span class="line"><span class="c-keyword">    readonly</span> time<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-keyword">    readonly</span> until<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-keyword">    readonly</span> limit<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line">  })<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-keyword">readonly</span><span class="c-function"> StoredAgent</span>[]&gt;;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Resolves with the time when the next check of any agent is due; \`undefined\` if there are no</span></span>
<span class="line"><span class="c-comment">   * agents.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  nextDue</span>()<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">number</span><span class="c-keyword"> |</span><span class="c-constant"> undefined</span>&gt;;</span>
<span class="line"><span class="c-function">  search</span>(search<span class="c-keyword">:</span><span class="c-function"> StoreSearch</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-function">StorePage</span>&gt;;</span>
<span class="line"><span class="c-comment">  /** Resolves with the stored changes of an agent&#39;s card, newest first. */</span></span>
<span class="line"><span class="c-function">  listChanges</span>(agentId<span class="c-keyword">:</span><span class="c-constant"> string</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-keyword">readonly</span><span class="c-function"> CardChange</span>[]&gt;;</span>
<span class="line"><span class="c-comment">  /** Counts all agents, or those of one owner. */</span></span>
<span class="line"><span class="c-function">  count</span>(owner<span class="c-keyword">?:</span><span class="c-constant"> string</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">number</span>&gt;;</span>
<span class="line"><span class="c-comment">  /** Counts the agents whose URL has an origin, such as \`https://agents.example.com\`. */</span></span>
<span class="line"><span class="c-function">  countAt</span>(origin<span class="c-keyword">:</span><span class="c-constant"> string</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">number</span>&gt;;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The pins: the keys that cards were signed with, by the address of the card. A pin MUST stay as</span></span>
<span class="line"><span class="c-comment">   * long as its agent, and after the agent is removed, so that whoever registers it again needs the</span></span>
<span class="line"><span class="c-comment">   * same key. It may be dropped </span><span class="c-function">{</span><span class="c-keyword">@link</span><span class="c-function"> PIN_DAYS}</span><span class="c-comment"> days after its key was last seen.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> pins<span class="c-keyword">:</span><span class="c-function"> PinStore</span>;</span>
<span class="line"><span class="c-comment">  /** Closes the store and releases its storage. No other method is called after it. */</span></span>
<span class="line"><span class="c-function">  close</span>()<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">void</span>&gt;;</span>
<span class="line">}</span></code></pre></div><h3 id="SearchTerm" tabindex="-1">SearchTerm <a class="header-anchor" href="#SearchTerm" aria-label="Permalink to &quot;SearchTerm {#SearchTerm}&quot;">​</a></h3><p>A term of a search: the agents found have this term or, for a prefix, a term that begins with it.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> SearchTerm</span><span class="c-keyword"> extends</span><span class="c-function"> Term</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> isPrefix<span class="c-keyword">?:</span><span class="c-constant"> boolean</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="StoredAgent" tabindex="-1">StoredAgent <a class="header-anchor" href="#StoredAgent" aria-label="Permalink to &quot;StoredAgent {#StoredAgent}&quot;">​</a></h3><p>An agent in a store. Times are milliseconds since 1970.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> StoredAgent</span> {</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The number of the agent&#39;s registration: agents that are added later have higher numbers, and no</span></span>
<span class="line"><span class="c-comment">   * number is used twice.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> number<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> agentId<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> url<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> owner<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> facts<span class="c-keyword">:</span><span class="c-function"> AgentFacts</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The signature of the agent&#39;s card; absent if the agent was stored by a version that kept no</span></span>
<span class="line"><span class="c-comment">   * signatures.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> signature<span class="c-keyword">?:</span><span class="c-function"> ListedSignature</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> registeredAt<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> changedAt<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> seenAt<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> checkedAt<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /** The time until which the agent counts as healthy, in milliseconds since 1970. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> healthyUntil<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /** The number of failed checks of the agent&#39;s card since the last successful one. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> failures<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> problem<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="StorePage" tabindex="-1">StorePage <a class="header-anchor" href="#StorePage" aria-label="Permalink to &quot;StorePage {#StorePage}&quot;">​</a></h3><p>A page of the agents that a store found.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> StorePage</span> {</span>
<span class="line"><span class="c-comment">  /** The agents of the page, in the order of their numbers. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> agents<span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-function"> StoredAgent</span>[];</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The number of all agents that match the search, not only of those on this page and after it.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> totalCount<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> isLast<span class="c-keyword">:</span><span class="c-constant"> boolean</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="StoreSearch" tabindex="-1">StoreSearch <a class="header-anchor" href="#StoreSearch" aria-label="Permalink to &quot;StoreSearch {#StoreSearch}&quot;">​</a></h3><p>A search for a page of agents in a store: they have all the terms, and the status if one is given.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> StoreSearch</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> terms<span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-function"> SearchTerm</span>[];</span>
<span class="line"><span class="c-keyword">  readonly</span> status<span class="c-keyword">:</span><span class="c-function"> AgentStatus</span><span class="c-keyword"> |</span><span class="c-constant"> undefined</span>;</span>
<span class="line"><span class="c-comment">  /** The current time, which decides the status of each agent, in milliseconds since 1970. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> time<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /** The number after which the page begins: only agents with higher numbers are found. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> after<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> limit<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="Term" tabindex="-1">Term <a class="header-anchor" href="#Term" aria-label="Permalink to &quot;Term {#Term}&quot;">​</a></h3><p>A search term: a text by which the agents in a registry can be found.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> Term</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> kind<span class="c-keyword">:</span><span class="c-function"> TermKind</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> text<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="TermKind" tabindex="-1">TermKind <a class="header-anchor" href="#TermKind" aria-label="Permalink to &quot;TermKind {#TermKind}&quot;">​</a></h3><p>The kind of a search term: what in an agent&#39;s card it stands for.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">type</span><span class="c-function"> TermKind</span><span class="c-keyword"> =</span><span class="c-string-expression"> &#39;capability&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;tag&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;schema&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;fingerprint&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;word&#39;</span>;</span></code></pre></div><h2 id="formworkregistrypostgres" tabindex="-1">@formwork/registry/postgres <a class="header-anchor" href="#formworkregistrypostgres" aria-label="Permalink to &quot;@formwork/registry/postgres&quot;">​</a></h2><h3 id="createPostgresRegistryStore" tabindex="-1">createPostgresRegistryStore <a class="header-anchor" href="#createPostgresRegistryStore" aria-label="Permalink to &quot;createPostgresRegistryStore {#createPostgresRegistryStore}&quot;">​</a></h3><p>Makes a store that keeps a registry in a PostgreSQL database, for registries that run on several machines. Its tables are made in the first schema of the connection&#39;s search path.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">function</span><span class="c-function"> createPostgresRegistryStore</span>({ pool }<span class="c-keyword">:</span><span class="c-function"> PostgresRegistryStoreOptions</span>)<span class="c-keyword">:</span><span class="c-function"> RegistryStore</span>;</span></code></pre></div><h3 id="PostgresRegistryStoreOptions" tabindex="-1">PostgresRegistryStoreOptions <a class="header-anchor" href="#PostgresRegistryStoreOptions" aria-label="Permalink to &quot;PostgresRegistryStoreOptions {#PostgresRegistryStoreOptions}&quot;">​</a></h3><p>Options of <a href="#createPostgresRegistryStore" class="name"><code>createPostgresRegistryStore</code></a>.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> PostgresRegistryStoreOptions</span> {</span>
<span class="line"><span class="c-comment">  /** The connection pool, \`new Pool(...)\` of the package \`pg\`. Closing the store ends it. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> pool<span class="c-keyword">:</span><span class="c-function"> PostgresPool</span>;</span>
<span class="line">}</span></code></pre></div><h2 id="formworkregistrysqlite" tabindex="-1">@formwork/registry/sqlite <a class="header-anchor" href="#formworkregistrysqlite" aria-label="Permalink to &quot;@formwork/registry/sqlite&quot;">​</a></h2><h3 id="createSqliteRegistryStore" tabindex="-1">createSqliteRegistryStore <a class="header-anchor" href="#createSqliteRegistryStore" aria-label="Permalink to &quot;createSqliteRegistryStore {#createSqliteRegistryStore}&quot;">​</a></h3><p>Makes a store that keeps a registry in an SQLite file: what it has confirmed survives the end of the process and a power failure. Registries in several processes on one machine may share a file.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">function</span><span class="c-function"> createSqliteRegistryStore</span>({ file }<span class="c-keyword">:</span><span class="c-function"> SqliteRegistryStoreOptions</span>)<span class="c-keyword">:</span><span class="c-function"> RegistryStore</span>;</span></code></pre></div><p><strong>Throws</strong> RegistryStorageError when the file cannot be opened</p><h3 id="SqliteRegistryStoreOptions" tabindex="-1">SqliteRegistryStoreOptions <a class="header-anchor" href="#SqliteRegistryStoreOptions" aria-label="Permalink to &quot;SqliteRegistryStoreOptions {#SqliteRegistryStoreOptions}&quot;">​</a></h3><p>Options of <a href="#createSqliteRegistryStore" class="name"><code>createSqliteRegistryStore</code></a>.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> SqliteRegistryStoreOptions</span> {</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The path of the database file, or \`:memory:\`. A missing file is created, in a folder that</span></span>
<span class="line"><span class="c-comment">   * exists. The file may be that of a task engine.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> file<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line">}</span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/registry.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const registry = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  registry as default
};
