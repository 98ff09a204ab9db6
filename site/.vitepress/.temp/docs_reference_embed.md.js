import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"@formwork/embed","description":"","frontmatter":{},"headers":[],"relativePath":"docs/reference/embed.md","filePath":"docs/reference/embed.md"}');
const _sfc_main = { name: "docs/reference/embed.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="formworkembed" tabindex="-1">@formwork/embed <a class="header-anchor" href="#formworkembed" aria-label="Permalink to &quot;@formwork/embed&quot;">​</a></h1><p>Public forms for the skills of an agent: a page by link, an element for other sites, and a frame.</p><h2 id="functions" tabindex="-1">Functions <a class="header-anchor" href="#functions" aria-label="Permalink to &quot;Functions&quot;">​</a></h2><h3 id="createFormLink" tabindex="-1">createFormLink <a class="header-anchor" href="#createFormLink" aria-label="Permalink to &quot;createFormLink {#createFormLink}&quot;">​</a></h3><p>Makes the address of a public form with values that the visitor cannot change. <code>form</code> is the address of the form, such as <code>https://agent.example/forms/expense-report</code>. The values are signed and not encrypted: whoever has the link can read them.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">function</span><span class="c-function"> createFormLink</span>(form<span class="c-keyword">:</span><span class="c-constant"> string</span>, options<span class="c-keyword">:</span><span class="c-function"> FormLinkOptions</span>)<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span></code></pre></div><p><strong>Throws</strong> TypeError or RangeError that names the option at fault</p><p><strong>Example</strong></p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">import</span> { createFormLink } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/embed&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">declare</span><span class="c-keyword"> const</span><span class="c-constant"> secret</span><span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> link</span><span class="c-keyword"> =</span><span class="c-function"> createFormLink</span>(<span class="c-string-expression">&#39;https://agent.example/forms/expense-report&#39;</span>, {</span>
<span class="line">  secret,</span>
<span class="line">  values<span class="c-keyword">:</span> { employee<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Ada Lovelace&#39;</span> },</span>
<span class="line">  expiresAt<span class="c-keyword">:</span><span class="c-keyword"> new</span><span class="c-function"> Date</span>(<span class="c-constant">Date</span><span class="c-function">.now</span>() <span class="c-keyword">+</span><span class="c-constant"> 7</span><span class="c-keyword"> *</span><span class="c-constant"> 86_400_000</span>),</span>
<span class="line">  once<span class="c-keyword">:</span><span class="c-constant"> true</span>,</span>
<span class="line">});</span></code></pre></div><h3 id="createPublicFormsAdapter" tabindex="-1">createPublicFormsAdapter <a class="header-anchor" href="#createPublicFormsAdapter" aria-label="Permalink to &quot;createPublicFormsAdapter {#createPublicFormsAdapter}&quot;">​</a></h3><p>Makes the adapter that serves the public forms of an agent: those of skills with <code>publish: { form: true }</code>. Visitors need no account, also where callers must authenticate; each submission is a task that only its receipt leads to. Each form has a page of its own, and may stand on other sites as the element <code>&lt;formwork-form&gt;</code> or in a frame.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">function</span><span class="c-function"> createPublicFormsAdapter</span>(options<span class="c-keyword">:</span><span class="c-function"> PublicFormsOptions</span><span class="c-keyword"> =</span> {})<span class="c-keyword">:</span><span class="c-function"> ProtocolAdapter</span>;</span></code></pre></div><p><strong>Throws</strong> RangeError or TypeError that names the option at fault</p><p><strong>Example</strong></p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">import</span><span class="c-keyword"> type</span> { Agent } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/core&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createPublicFormsAdapter } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/embed&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createServer } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/server&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">declare</span><span class="c-keyword"> const</span><span class="c-constant"> agent</span><span class="c-keyword">:</span><span class="c-function"> Agent</span>;</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> server</span><span class="c-keyword"> =</span><span class="c-function"> createServer</span>(agent, { adapters<span class="c-keyword">:</span> [<span class="c-function">createPublicFormsAdapter</span>()] });</span>
<span class="line"><span class="c-keyword">const</span> { <span class="c-constant">url</span> } <span class="c-keyword">=</span><span class="c-keyword"> await</span><span class="c-constant"> server</span><span class="c-function">.listen</span>({ port<span class="c-keyword">:</span><span class="c-constant"> 4100</span> });</span>
<span class="line"><span class="c-constant">console</span><span class="c-function">.log</span>(<span class="c-string-expression">\`</span><span class="c-keyword">\${</span>url<span class="c-keyword">}</span><span class="c-string-expression">/forms/expense-report\`</span>);</span></code></pre></div><h3 id="readElementFile" tabindex="-1">readElementFile <a class="header-anchor" href="#readElementFile" aria-label="Permalink to &quot;readElementFile {#readElementFile}&quot;">​</a></h3><p>Reads the script of the element, once in a process.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">function</span><span class="c-function"> readElementFile</span>()<span class="c-keyword">:</span><span class="c-function"> ElementFile</span>;</span></code></pre></div><p><strong>Throws</strong> Error if the script has not been built</p><p><strong>Example</strong></p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">import</span> { readElementFile } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/embed&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span> { <span class="c-constant">name</span>,<span class="c-constant"> integrity</span> } <span class="c-keyword">=</span><span class="c-function"> readElementFile</span>();</span>
<span class="line"><span class="c-constant">console</span><span class="c-function">.log</span>(<span class="c-string-expression">\`https://agent.example/forms/</span><span class="c-keyword">\${</span>name<span class="c-keyword">}</span><span class="c-string-expression">\`</span>, integrity);</span></code></pre></div><h2 id="types" tabindex="-1">Types <a class="header-anchor" href="#types" aria-label="Permalink to &quot;Types&quot;">​</a></h2><h3 id="ElementFile" tabindex="-1">ElementFile <a class="header-anchor" href="#ElementFile" aria-label="Permalink to &quot;ElementFile {#ElementFile}&quot;">​</a></h3><p>The script that defines the element <code>&lt;formwork-form&gt;</code>, one file with all that it needs.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> ElementFile</span> {</span>
<span class="line"><span class="c-comment">  /** The name of the file, which changes with its content, such as \`element-Xq3d0pA1.js\`. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> name<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The value of \`integrity\` for the script, such as \`sha384-...\`. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> integrity<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> bytes<span class="c-keyword">:</span><span class="c-function"> Buffer</span>;</span>
<span class="line"><span class="c-comment">  /** The content compressed, by HTTP encoding. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> compressed<span class="c-keyword">:</span> { <span class="c-keyword">readonly</span> br<span class="c-keyword">:</span><span class="c-function"> Buffer</span>; <span class="c-keyword">readonly</span> gzip<span class="c-keyword">:</span><span class="c-function"> Buffer</span> };</span>
<span class="line">}</span></code></pre></div><h3 id="FormLinkOptions" tabindex="-1">FormLinkOptions <a class="header-anchor" href="#FormLinkOptions" aria-label="Permalink to &quot;FormLinkOptions {#FormLinkOptions}&quot;">​</a></h3><p>Options of <a href="#createFormLink" class="name"><code>createFormLink</code></a>.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> FormLinkOptions</span> {</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The secret that signs the link, of 32 characters or more: one of \`linkSecrets\` of the adapter.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> secret<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The values that the visitor cannot change, by the names of top-level properties. Default: none. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> values<span class="c-keyword">?:</span><span class="c-function"> JsonObject</span>;</span>
<span class="line"><span class="c-comment">  /** The time until which the link is valid. Default: for ever. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> expiresAt<span class="c-keyword">?:</span><span class="c-function"> Date</span>;</span>
<span class="line"><span class="c-comment">  /** True for a link by which one task can be submitted, and no other. Default false. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> once<span class="c-keyword">?:</span><span class="c-constant"> boolean</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="PublicFormsOptions" tabindex="-1">PublicFormsOptions <a class="header-anchor" href="#PublicFormsOptions" aria-label="Permalink to &quot;PublicFormsOptions {#PublicFormsOptions}&quot;">​</a></h3><p>Options of <a href="#createPublicFormsAdapter" class="name"><code>createPublicFormsAdapter</code></a>.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> PublicFormsOptions</span> {</span>
<span class="line"><span class="c-comment">  /** The path of the forms: the form of a skill is at this path and its id. Default \`/forms\`. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> path<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The origins whose pages may use the forms, such as \`https://www.example.com\`; \`any\` for all.</span></span>
<span class="line"><span class="c-comment">   * The agent&#39;s own pages always may. Default \`any\`.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> allowedOrigins<span class="c-keyword">?:</span><span class="c-string-expression"> &#39;any&#39;</span><span class="c-keyword"> |</span><span class="c-keyword"> readonly</span><span class="c-constant"> string</span>[];</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The origins whose pages may show a form in a frame, by its address with \`?embed\`; \`any\` for all.</span></span>
<span class="line"><span class="c-comment">   * Default: those of </span><span class="c-function">{</span><span class="c-keyword">@link</span><span class="c-function"> allowedOrigins}</span><span class="c-comment">.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> frameAncestors<span class="c-keyword">?:</span><span class="c-string-expression"> &#39;any&#39;</span><span class="c-keyword"> |</span><span class="c-keyword"> readonly</span><span class="c-constant"> string</span>[];</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The secrets of signed links, each of 32 characters or more; the first one is the newest. Default:</span></span>
<span class="line"><span class="c-comment">   * none, and every signed link is refused.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> linkSecrets<span class="c-keyword">?:</span><span class="c-keyword"> readonly</span><span class="c-constant"> string</span>[];</span>
<span class="line"><span class="c-comment">  /** The number of submissions from one address to one form in any minute. Default 10. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> submissionsPerMinutePerAddress<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /** The number of submissions to one form in any minute. Default 600. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> submissionsPerMinute<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The number of other requests from one address in any minute, such as for the state of a task.</span></span>
<span class="line"><span class="c-comment">   * Default 300.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> requestsPerMinutePerAddress<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /** The number of tasks that are watched at once, from everywhere. Default 1,000. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> openStreams<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /** The number of tasks that are watched at once from one address. Default 50. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> openStreamsPerAddress<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Returns the IP address that the limits count a request by, such as the one that a trusted proxy</span></span>
<span class="line"><span class="c-comment">   * names in a header; \`undefined\` for none. Default: the address of the connection, and none for</span></span>
<span class="line"><span class="c-comment">   * connections from this machine, where a proxy may pass on everybody&#39;s requests.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span><span class="c-function"> findAddress</span><span class="c-keyword">?:</span> (request<span class="c-keyword">:</span><span class="c-function"> IncomingMessage</span>) <span class="c-keyword">=&gt;</span><span class="c-constant"> string</span><span class="c-keyword"> |</span><span class="c-constant"> undefined</span>;</span>
<span class="line">}</span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/embed.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const embed = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  embed as default
};
