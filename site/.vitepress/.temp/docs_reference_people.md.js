import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"@formwork/people","description":"","frontmatter":{},"headers":[],"relativePath":"docs/reference/people.md","filePath":"docs/reference/people.md"}');
const _sfc_main = { name: "docs/reference/people.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="formworkpeople" tabindex="-1">@formwork/people <a class="header-anchor" href="#formworkpeople" aria-label="Permalink to &quot;@formwork/people&quot;">​</a></h1><p>The people door of an agent: history, drafts and shared results that follow a signed-in person to every device.</p><h2 id="functions" tabindex="-1">Functions <a class="header-anchor" href="#functions" aria-label="Permalink to &quot;Functions&quot;">​</a></h2><h3 id="createPeopleAdapter" tabindex="-1">createPeopleAdapter <a class="header-anchor" href="#createPeopleAdapter" aria-label="Permalink to &quot;createPeopleAdapter {#createPeopleAdapter}&quot;">​</a></h3><p>Makes the adapter that serves the people door: an HTTP API by which people who have signed in find their tasks, drafts, settings and shared results on every device. The cards of the agent declare it as an extension, unless nobody could use it.</p><p>Anonymous callers are refused. On a server without authentication whose <code>openTasks</code> is true, whoever calls is the same one person.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">function</span><span class="c-function"> createPeopleAdapter</span>(options<span class="c-keyword">:</span><span class="c-function"> PeopleAdapterOptions</span><span class="c-keyword"> =</span> {})<span class="c-keyword">:</span><span class="c-function"> ProtocolAdapter</span>;</span></code></pre></div><p><strong>Throws</strong> TypeError that names the option at fault</p><p><strong>Example</strong></p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">import</span><span class="c-keyword"> type</span> { Agent } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/core&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createPeopleAdapter } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/people&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createApiKeyAuthentication, createServer } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/server&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">declare</span><span class="c-keyword"> const</span><span class="c-constant"> agent</span><span class="c-keyword">:</span><span class="c-function"> Agent</span>;</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> server</span><span class="c-keyword"> =</span><span class="c-function"> createServer</span>(agent, {</span>
<span class="line">  adapters<span class="c-keyword">:</span> [<span class="c-function">createPeopleAdapter</span>()],</span>
<span class="line">  authenticate<span class="c-keyword">:</span><span class="c-function"> createApiKeyAuthentication</span>({ keys<span class="c-keyword">:</span> { [<span class="c-constant">process</span>.env[<span class="c-string-expression">&#39;ADA&#39;</span>] <span class="c-keyword">??</span><span class="c-string-expression"> &#39;&#39;</span>]<span class="c-keyword">:</span><span class="c-string-expression"> &#39;ada&#39;</span> } }),</span>
<span class="line">  requireAuthentication<span class="c-keyword">:</span><span class="c-constant"> true</span>,</span>
<span class="line">});</span></code></pre></div><h2 id="types" tabindex="-1">Types <a class="header-anchor" href="#types" aria-label="Permalink to &quot;Types&quot;">​</a></h2><h3 id="NotifyOptions" tabindex="-1">NotifyOptions <a class="header-anchor" href="#NotifyOptions" aria-label="Permalink to &quot;NotifyOptions {#NotifyOptions}&quot;">​</a></h3><p>How people are told of questions that are given to them.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> NotifyOptions</span> {</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The address of the page on which people answer, to which links lead. Default: the root of the</span></span>
<span class="line"><span class="c-comment">   * server.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> pageUrl<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The receiver that is told of each question, with a link for each person by which they answer</span></span>
<span class="line"><span class="c-comment">   * without signing in. Default: no receiver.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> webhook<span class="c-keyword">?:</span><span class="c-function"> QuestionWebhook</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Lets browsers be notified by Web Push. \`contact\` is an address, \`mailto:\` or \`https:\`, at which</span></span>
<span class="line"><span class="c-comment">   * push services reach the operator (RFC 8292). Default: no Web Push.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> webPush<span class="c-keyword">?:</span> { <span class="c-keyword">readonly</span> contact<span class="c-keyword">:</span><span class="c-constant"> string</span> };</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Finds the ids of the people with a role, for links of their own. Default: a question that is</span></span>
<span class="line"><span class="c-comment">   * given to a role has one link, which asks people to sign in.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span><span class="c-function"> findPeople</span><span class="c-keyword">?:</span> (role<span class="c-keyword">:</span><span class="c-constant"> string</span>) <span class="c-keyword">=&gt;</span><span class="c-function"> Promise</span>&lt;<span class="c-keyword">readonly</span><span class="c-constant"> string</span>[]&gt;;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The time for which a link answers a question without signing in, in milliseconds. Default</span></span>
<span class="line"><span class="c-comment">   * 604,800,000, a week.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> linkTtlMs<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /** The time between two looks at what is due, in milliseconds. Default 5,000. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> everyMs<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /** True also sends Web Push to private and local addresses, for tests. Default false. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> allowPrivateAddresses<span class="c-keyword">?:</span><span class="c-constant"> boolean</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="PeopleAdapterOptions" tabindex="-1">PeopleAdapterOptions <a class="header-anchor" href="#PeopleAdapterOptions" aria-label="Permalink to &quot;PeopleAdapterOptions {#PeopleAdapterOptions}&quot;">​</a></h3><p>Options of <a href="#createPeopleAdapter" class="name"><code>createPeopleAdapter</code></a>.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> PeopleAdapterOptions</span> {</span>
<span class="line"><span class="c-comment">  /** The path of the people door, such as \`/people\`, which is the default. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> path<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The records that hold drafts, settings and shares. They stay open when the server closes.</span></span>
<span class="line"><span class="c-comment">   * Default: those of the server, and if it has none, records in the memory of this process, which</span></span>
<span class="line"><span class="c-comment">   * end with it.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> records<span class="c-keyword">?:</span><span class="c-function"> SharedRecords</span>;</span>
<span class="line"><span class="c-comment">  /** How people are told of questions that are given to them. Default: they look at the inbox. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> notify<span class="c-keyword">?:</span><span class="c-function"> NotifyOptions</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The names of the roles of the one person of a server without authentication, so that questions</span></span>
<span class="line"><span class="c-comment">   * which are given to these roles reach them. Default: none.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> localRoles<span class="c-keyword">?:</span><span class="c-keyword"> readonly</span><span class="c-constant"> string</span>[];</span>
<span class="line">}</span></code></pre></div><h3 id="QuestionWebhook" tabindex="-1">QuestionWebhook <a class="header-anchor" href="#QuestionWebhook" aria-label="Permalink to &quot;QuestionWebhook {#QuestionWebhook}&quot;">​</a></h3><p>The receiver of webhooks about questions, such as a program that sends mail.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> QuestionWebhook</span> {</span>
<span class="line"><span class="c-comment">  /** The address of the receiver, \`http\` or \`https\`. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> url<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The secret that signs each webhook (Standard Webhooks), at least 16 characters. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> secret<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="QuestionWebhookBody" tabindex="-1">QuestionWebhookBody <a class="header-anchor" href="#QuestionWebhookBody" aria-label="Permalink to &quot;QuestionWebhookBody {#QuestionWebhookBody}&quot;">​</a></h3><p>The body of a webhook about a question.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> QuestionWebhookBody</span> {</span>
<span class="line"><span class="c-comment">  /** Such as \`question.asked\`, \`question.reminded\` and \`question.escalated\`. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> type<span class="c-keyword">:</span><span class="c-string-expression"> \`question.</span><span class="c-keyword">\${</span><span class="c-function">QuestionNotice</span>[<span class="c-string-expression">&#39;kind&#39;</span>]<span class="c-keyword">}</span><span class="c-string-expression">\`</span>;</span>
<span class="line"><span class="c-comment">  /** The same for every attempt to deliver this webhook. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> id<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The name of the agent that asks. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> agent<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The addresses of the people to tell, such as \`role:approver\` and \`user:kim\`. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> to<span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-constant"> string</span>[];</span>
<span class="line"><span class="c-keyword">  readonly</span> taskId<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> skillId<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> prompt<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> askedFor<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> askedAt<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> dueAt<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The address of the question on the page, which asks people to sign in. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> link<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The people who are known, each with a link of their own. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> people<span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-function"> ToldPerson</span>[];</span>
<span class="line">}</span></code></pre></div><h3 id="ToldPerson" tabindex="-1">ToldPerson <a class="header-anchor" href="#ToldPerson" aria-label="Permalink to &quot;ToldPerson {#ToldPerson}&quot;">​</a></h3><p>A person who is told of a question, with the link by which they answer it.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> ToldPerson</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> id<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The address that answers the question for this person, without signing in. It is a secret. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> link<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line">}</span></code></pre></div><h2 id="formworkpeopleclient" tabindex="-1">@formwork/people/client <a class="header-anchor" href="#formworkpeopleclient" aria-label="Permalink to &quot;@formwork/people/client&quot;">​</a></h2><h3 id="createPeopleClient" tabindex="-1">createPeopleClient <a class="header-anchor" href="#createPeopleClient" aria-label="Permalink to &quot;createPeopleClient {#createPeopleClient}&quot;">​</a></h3><p>Makes a client of the people door of an agent.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">function</span><span class="c-function"> createPeopleClient</span>({ send, vetLimits <span class="c-keyword">=</span> {} }<span class="c-keyword">:</span><span class="c-function"> PeopleClientOptions</span>)<span class="c-keyword">:</span><span class="c-function"> PeopleClient</span>;</span></code></pre></div><p><strong>Example</strong></p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">import</span> { createPeopleClient } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/people/client&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> door</span><span class="c-keyword"> =</span><span class="c-string-expression"> &#39;https://agents.example.com/people&#39;</span>;</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> people</span><span class="c-keyword"> =</span><span class="c-function"> createPeopleClient</span>({</span>
<span class="line"><span class="c-function">  send</span><span class="c-keyword">:</span> (path, init) <span class="c-keyword">=&gt;</span><span class="c-function"> fetch</span>(<span class="c-string-expression">\`</span><span class="c-keyword">\${</span>door<span class="c-keyword">}\${</span>path<span class="c-keyword">}</span><span class="c-string-expression">\`</span>, { <span class="c-keyword">...</span>init, credentials<span class="c-keyword">:</span><span class="c-string-expression"> &#39;include&#39;</span> }),</span>
<span class="line">});</span>
<span class="line"><span class="c-keyword">const</span> { <span class="c-constant">tasks</span> } <span class="c-keyword">=</span><span class="c-keyword"> await</span><span class="c-constant"> people</span><span class="c-function">.listTasks</span>({ text<span class="c-keyword">:</span><span class="c-string-expression"> &#39;invoice&#39;</span>, state<span class="c-keyword">:</span><span class="c-string-expression"> &#39;completed&#39;</span> });</span></code></pre></div><h3 id="DraftListView" tabindex="-1">DraftListView <a class="header-anchor" href="#DraftListView" aria-label="Permalink to &quot;DraftListView {#DraftListView}&quot;">​</a></h3><p>All that an agent knows of a person&#39;s drafts.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> DraftListView</span> {</span>
<span class="line"><span class="c-comment">  /** The latest first. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> drafts<span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-function"> DraftView</span>[];</span>
<span class="line"><span class="c-comment">  /** Absent at agents of earlier versions, which do not tell what has ended. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> ended<span class="c-keyword">?:</span><span class="c-keyword"> readonly</span><span class="c-function"> EndedDraftView</span>[];</span>
<span class="line"><span class="c-comment">  /** The time of the agent, ISO 8601; absent at agents of earlier versions. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> now<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="DraftView" tabindex="-1">DraftView <a class="header-anchor" href="#DraftView" aria-label="Permalink to &quot;DraftView {#DraftView}&quot;">​</a></h3><p>A form that a person has begun to fill in.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> DraftView</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> skill<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The name of the input schema. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> schema<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The fingerprint of the schema that the data was entered for. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> fingerprint<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The data, without secrets. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> data<span class="c-keyword">:</span><span class="c-constant"> unknown</span>;</span>
<span class="line"><span class="c-comment">  /** ISO 8601. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> savedAt<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** A tag that no other version of the draft has; absent at agents of earlier versions. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> version<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="EndedDraftView" tabindex="-1">EndedDraftView <a class="header-anchor" href="#EndedDraftView" aria-label="Permalink to &quot;EndedDraftView {#EndedDraftView}&quot;">​</a></h3><p>The mark of a draft that has ended: its person has sent it, or given it up.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> EndedDraftView</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> skill<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> schema<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** A tag as that of a version, which a new draft of the form replaces. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> version<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The version of the draft that has ended. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> former<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** ISO 8601. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> endedAt<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="InboxClient" tabindex="-1">InboxClient <a class="header-anchor" href="#InboxClient" aria-label="Permalink to &quot;InboxClient {#InboxClient}&quot;">​</a></h3><p>The part of the people door about questions.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> InboxClient</span> {</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Lists what waits for the person; \`pageToken\` is that of the page before. A list that has not</span></span>
<span class="line"><span class="c-comment">   * changed since it was read last is not sent again.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  listInbox</span>(page<span class="c-keyword">?:</span> { <span class="c-keyword">readonly</span> pageToken<span class="c-keyword">?:</span><span class="c-constant"> string</span> }, signal<span class="c-keyword">?:</span><span class="c-function"> AbortSignal</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-function">InboxView</span>&gt;;</span>
<span class="line"><span class="c-function">  readQuestion</span>(taskId<span class="c-keyword">:</span><span class="c-constant"> string</span>, signal<span class="c-keyword">?:</span><span class="c-function"> AbortSignal</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-function">QuestionView</span>&gt;;</span>
<span class="line"><span class="c-comment">  /** Takes a question, so that nobody else answers it. */</span></span>
<span class="line"><span class="c-function">  claim</span>(taskId<span class="c-keyword">:</span><span class="c-constant"> string</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-function">QuestionView</span>&gt;;</span>
<span class="line"><span class="c-comment">  /** Gives a question that the person has taken back to all that it is given to. */</span></span>
<span class="line"><span class="c-function">  release</span>(taskId<span class="c-keyword">:</span><span class="c-constant"> string</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-function">QuestionView</span>&gt;;</span>
<span class="line"><span class="c-comment">  /** Gives a question to other addresses, such as \`user:kim\` and \`role:approver\`. */</span></span>
<span class="line"><span class="c-function">  handOver</span>(taskId<span class="c-keyword">:</span><span class="c-constant"> string</span>, to<span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-constant"> string</span>[])<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">void</span>&gt;;</span>
<span class="line"><span class="c-function">  answer</span>(taskId<span class="c-keyword">:</span><span class="c-constant"> string</span>, answer<span class="c-keyword">:</span><span class="c-function"> QuestionAnswer</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">void</span>&gt;;</span>
<span class="line"><span class="c-comment">  /** Returns the question of a link, which needs no sign-in. */</span></span>
<span class="line"><span class="c-function">  readLinkedQuestion</span>(token<span class="c-keyword">:</span><span class="c-constant"> string</span>, signal<span class="c-keyword">?:</span><span class="c-function"> AbortSignal</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-function">LinkedQuestionView</span>&gt;;</span>
<span class="line"><span class="c-function">  answerLinked</span>(token<span class="c-keyword">:</span><span class="c-constant"> string</span>, answer<span class="c-keyword">:</span><span class="c-function"> QuestionAnswer</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">void</span>&gt;;</span>
<span class="line"><span class="c-comment">  /** Returns the key with which this browser subscribes to Web Push; rejects if there is none. */</span></span>
<span class="line"><span class="c-function">  getPushKey</span>()<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">string</span>&gt;;</span>
<span class="line"><span class="c-function">  subscribe</span>(subscription<span class="c-keyword">:</span><span class="c-constant"> object</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">void</span>&gt;;</span>
<span class="line"><span class="c-function">  unsubscribe</span>(endpoint<span class="c-keyword">:</span><span class="c-constant"> string</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">void</span>&gt;;</span>
<span class="line">}</span></code></pre></div><h3 id="InboxView" tabindex="-1">InboxView <a class="header-anchor" href="#InboxView" aria-label="Permalink to &quot;InboxView {#InboxView}&quot;">​</a></h3><p>The questions that wait for a person.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> InboxView</span> {</span>
<span class="line"><span class="c-comment">  /** The oldest first. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> questions<span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-function"> QuestionView</span>[];</span>
<span class="line"><span class="c-comment">  /** True if there are more questions than these. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> hasMore<span class="c-keyword">:</span><span class="c-constant"> boolean</span>;</span>
<span class="line"><span class="c-comment">  /** The token of the next page; absent on the last one. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> nextPageToken<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="LinkedQuestionView" tabindex="-1">LinkedQuestionView <a class="header-anchor" href="#LinkedQuestionView" aria-label="Permalink to &quot;LinkedQuestionView {#LinkedQuestionView}&quot;">​</a></h3><p>The question of a link, and as whom its holder answers.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> LinkedQuestionView</span><span class="c-keyword"> extends</span><span class="c-function"> QuestionView</span> {</span>
<span class="line"><span class="c-comment">  /** The id of the person; absent if the agent does not say it. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> person<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="NewShareView" tabindex="-1">NewShareView <a class="header-anchor" href="#NewShareView" aria-label="Permalink to &quot;NewShareView {#NewShareView}&quot;">​</a></h3><p>A new share; one by link has the token of the link, which is shown only this once.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> NewShareView</span><span class="c-keyword"> extends</span><span class="c-function"> ShareView</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> token<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="PeopleClient" tabindex="-1">PeopleClient <a class="header-anchor" href="#PeopleClient" aria-label="Permalink to &quot;PeopleClient {#PeopleClient}&quot;">​</a></h3><p>The people door of an agent, for pages and programs. Every method rejects with {@link PeopleClientError} when the door refuses the request or cannot be reached.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> PeopleClient</span><span class="c-keyword"> extends</span><span class="c-function"> InboxClient</span> {</span>
<span class="line"><span class="c-comment">  /** Returns who the person is to the agent. */</span></span>
<span class="line"><span class="c-function">  who</span>(signal<span class="c-keyword">?:</span><span class="c-function"> AbortSignal</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-function">PersonView</span>&gt;;</span>
<span class="line"><span class="c-comment">  /** Lists the person&#39;s tasks, newest change first. */</span></span>
<span class="line"><span class="c-function">  listTasks</span>(query<span class="c-keyword">?:</span><span class="c-function"> TaskFilter</span><span class="c-keyword"> &amp;</span><span class="c-function"> TaskPaging</span>, signal<span class="c-keyword">?:</span><span class="c-function"> AbortSignal</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-function">TaskListView</span>&gt;;</span>
<span class="line"><span class="c-function">  getTask</span>(id<span class="c-keyword">:</span><span class="c-constant"> string</span>, signal<span class="c-keyword">?:</span><span class="c-function"> AbortSignal</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-function">TaskDetail</span>&gt;;</span>
<span class="line"><span class="c-comment">  /** Downloads the tasks that a filter selects. */</span></span>
<span class="line"><span class="c-function">  exportTasks</span>(format<span class="c-keyword">:</span><span class="c-string-expression"> &#39;csv&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;json&#39;</span>, filter<span class="c-keyword">?:</span><span class="c-function"> TaskFilter</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-function">Blob</span>&gt;;</span>
<span class="line"><span class="c-function">  listDrafts</span>(signal<span class="c-keyword">?:</span><span class="c-function"> AbortSignal</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-keyword">readonly</span><span class="c-function"> DraftView</span>[]&gt;;</span>
<span class="line"><span class="c-comment">  /** Lists the person&#39;s drafts, and the marks of those that have ended. */</span></span>
<span class="line"><span class="c-function">  listAllDrafts</span>(signal<span class="c-keyword">?:</span><span class="c-function"> AbortSignal</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-function">DraftListView</span>&gt;;</span>
<span class="line"><span class="c-comment">  /** Stores a draft. An agent of an earlier version stores it whatever it replaces. */</span></span>
<span class="line"><span class="c-function">  saveDraft</span>(draft<span class="c-keyword">:</span><span class="c-function"> SavedDraft</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-function">DraftView</span>&gt;;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Deletes a draft; with \`version\`, it rejects with \`DRAFT_CHANGED\` if another one was stored since.</span></span>
<span class="line"><span class="c-comment">   * Without \`version\` the same goes for \`savedAt\`. A draft that has ended before is no error.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  deleteDraft</span>(</span>
<span class="line">    draft<span class="c-keyword">:</span><span class="c-function"> Pick</span>&lt;<span class="c-function">DraftView</span>,<span class="c-string-expression"> &#39;skill&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;schema&#39;</span>&gt; <span class="c-keyword">&amp;</span><span class="c-function"> Partial</span>&lt;<span class="c-function">Pick</span>&lt;<span class="c-function">DraftView</span>,<span class="c-string-expression"> &#39;savedAt&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;version&#39;</span>&gt;&gt;,</span>
<span class="line">  )<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">void</span>&gt;;</span>
<span class="line"><span class="c-function">  getSettings</span>(signal<span class="c-keyword">?:</span><span class="c-function"> AbortSignal</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-function">Readonly</span>&lt;<span class="c-function">Record</span>&lt;<span class="c-constant">string</span>,<span class="c-constant"> unknown</span>&gt;&gt;&gt;;</span>
<span class="line"><span class="c-function">  saveSettings</span>(settings<span class="c-keyword">:</span><span class="c-function"> Readonly</span>&lt;<span class="c-function">Record</span>&lt;<span class="c-constant">string</span>,<span class="c-constant"> unknown</span>&gt;&gt;)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">void</span>&gt;;</span>
<span class="line"><span class="c-comment">  /** Shows a task to others. The token of a link is returned only here. */</span></span>
<span class="line"><span class="c-function">  share</span>(taskId<span class="c-keyword">:</span><span class="c-constant"> string</span>, request<span class="c-keyword">?:</span><span class="c-function"> ShareRequest</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-function">NewShareView</span>&gt;;</span>
<span class="line"><span class="c-comment">  /** Lists what the person shows to others. */</span></span>
<span class="line"><span class="c-function">  listShares</span>(signal<span class="c-keyword">?:</span><span class="c-function"> AbortSignal</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-keyword">readonly</span><span class="c-function"> ShareView</span>[]&gt;;</span>
<span class="line"><span class="c-function">  endShare</span>(id<span class="c-keyword">:</span><span class="c-constant"> string</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">void</span>&gt;;</span>
<span class="line"><span class="c-comment">  /** Lists what others show to the person, newest first: all pages, and at most a hundred. */</span></span>
<span class="line"><span class="c-function">  listShared</span>(signal<span class="c-keyword">?:</span><span class="c-function"> AbortSignal</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-keyword">readonly</span><span class="c-function"> SharedTaskView</span>[]&gt;;</span>
<span class="line"><span class="c-function">  getShared</span>(id<span class="c-keyword">:</span><span class="c-constant"> string</span>, signal<span class="c-keyword">?:</span><span class="c-function"> AbortSignal</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-function">SharedTask</span>&gt;;</span>
<span class="line"><span class="c-comment">  /** Returns the task that a link shows. */</span></span>
<span class="line"><span class="c-function">  getLinked</span>(token<span class="c-keyword">:</span><span class="c-constant"> string</span>, signal<span class="c-keyword">?:</span><span class="c-function"> AbortSignal</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-function">SharedTask</span>&gt;;</span>
<span class="line">}</span></code></pre></div><h3 id="PeopleClientError" tabindex="-1">PeopleClientError <a class="header-anchor" href="#PeopleClientError" aria-label="Permalink to &quot;PeopleClientError {#PeopleClientError}&quot;">​</a></h3><p>Thrown when the people door refuses a request, answers something else, or cannot be reached.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">class</span><span class="c-function"> PeopleClientError</span><span class="c-keyword"> extends</span><span class="c-function"> FormworkError</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> code<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> status<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-keyword">  constructor</span>(code<span class="c-keyword">:</span><span class="c-constant"> string</span>, message<span class="c-keyword">:</span><span class="c-constant"> string</span>, options<span class="c-keyword">:</span><span class="c-function"> ErrorOptions</span><span class="c-keyword"> &amp;</span> { <span class="c-keyword">readonly</span> status<span class="c-keyword">:</span><span class="c-constant"> number</span> });</span>
<span class="line">}</span></code></pre></div><h3 id="PeopleClientOptions" tabindex="-1">PeopleClientOptions <a class="header-anchor" href="#PeopleClientOptions" aria-label="Permalink to &quot;PeopleClientOptions {#PeopleClientOptions}&quot;">​</a></h3><p>Options of <a href="#createPeopleClient" class="name"><code>createPeopleClient</code></a>.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> PeopleClientOptions</span> {</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The function that sends a request. Its path, such as \`/tasks?state=failed\`, is below that of the</span></span>
<span class="line"><span class="c-comment">   * people door; the function adds the address and the credentials.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span><span class="c-function"> send</span><span class="c-keyword">:</span> (path<span class="c-keyword">:</span><span class="c-constant"> string</span>, init<span class="c-keyword">:</span><span class="c-function"> RequestInit</span>) <span class="c-keyword">=&gt;</span><span class="c-function"> Promise</span>&lt;<span class="c-function">Response</span>&gt;;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The limits of the forms of questions, which may be wider for an agent of your own. Default: those</span></span>
<span class="line"><span class="c-comment">   * of </span><span class="c-function">{</span><span class="c-keyword">@link</span><span class="c-function"> VetLimits}</span><span class="c-comment">.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> vetLimits<span class="c-keyword">?:</span><span class="c-function"> Partial</span>&lt;<span class="c-function">VetLimits</span>&gt;;</span>
<span class="line">}</span></code></pre></div><h3 id="PersonView" tabindex="-1">PersonView <a class="header-anchor" href="#PersonView" aria-label="Permalink to &quot;PersonView {#PersonView}&quot;">​</a></h3><p>The person who asks, as the people door knows them.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> PersonView</span> {</span>
<span class="line"><span class="c-comment">  /** The id of the principal; absent for the one person of a server without authentication. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> id<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** True for the one person of a server without authentication. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> isLocal<span class="c-keyword">:</span><span class="c-constant"> boolean</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="QuestionAnswer" tabindex="-1">QuestionAnswer <a class="header-anchor" href="#QuestionAnswer" aria-label="Permalink to &quot;QuestionAnswer {#QuestionAnswer}&quot;">​</a></h3><p>The answer to a question: data for a form, or text.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> QuestionAnswer</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> question<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> data<span class="c-keyword">?:</span><span class="c-constant"> unknown</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> text<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** A random id, the same when the answer is sent again, so that it counts once. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> messageId<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="QuestionView" tabindex="-1">QuestionView <a class="header-anchor" href="#QuestionView" aria-label="Permalink to &quot;QuestionView {#QuestionView}&quot;">​</a></h3><p>A question that waits for a person. Its texts and its data come from an agent.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> QuestionView</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> taskId<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The number of the question in its task; an answer names it. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> question<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> prompt<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The form of the answer, vetted; absent if the answer is text. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> form<span class="c-keyword">?:</span> { <span class="c-keyword">readonly</span> name<span class="c-keyword">:</span><span class="c-constant"> string</span>; <span class="c-keyword">readonly</span> schema<span class="c-keyword">:</span><span class="c-function"> JsonSchema</span> };</span>
<span class="line"><span class="c-comment">  /** True if the agent sent a form that cannot be used safely. The answer cannot be given here. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> isFormRefused<span class="c-keyword">:</span><span class="c-constant"> boolean</span>;</span>
<span class="line"><span class="c-comment">  /** The web address at which the person signs in or consents before they answer. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> url<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** JSON that the agent shows beside the question. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> about<span class="c-keyword">?:</span><span class="c-constant"> unknown</span>;</span>
<span class="line"><span class="c-comment">  /** The size of \`about\` in bytes, in its place in a list, if it is large; read it alone then. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> aboutBytes<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> skillId<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** True if the task is the person&#39;s own. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> isOwn<span class="c-keyword">:</span><span class="c-constant"> boolean</span>;</span>
<span class="line"><span class="c-comment">  /** The id of the principal whose task asks. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> askedFor<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The addresses that the question is given to. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> to<span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-constant"> string</span>[];</span>
<span class="line"><span class="c-comment">  /** ISO 8601. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> askedAt<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** ISO 8601; absent if the question is never overdue. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> dueAt<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** True if the question answers itself when it is due; absent otherwise. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> answersItself<span class="c-keyword">?:</span><span class="c-constant"> true</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> isOverdue<span class="c-keyword">:</span><span class="c-constant"> boolean</span>;</span>
<span class="line"><span class="c-comment">  /** The addresses to which the question was escalated; empty if it was not. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> escalatedTo<span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-constant"> string</span>[];</span>
<span class="line"><span class="c-comment">  /** The id of the person who has taken the question. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> claimedBy<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="ResultPart" tabindex="-1">ResultPart <a class="header-anchor" href="#ResultPart" aria-label="Permalink to &quot;ResultPart {#ResultPart}&quot;">​</a></h3><p>A part of what came of a task, without secrets.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">type</span><span class="c-function"> ResultPart</span><span class="c-keyword"> =</span></span>
<span class="line"><span class="c-keyword">  |</span> {</span>
<span class="line"><span class="c-keyword">      readonly</span> kind<span class="c-keyword">:</span><span class="c-string-expression"> &#39;data&#39;</span>;</span>
<span class="line"><span class="c-keyword">      readonly</span> artifact<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">      /** The name of the output schema; absent for data without one. */</span></span>
<span class="line"><span class="c-keyword">      readonly</span> schema<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">      readonly</span> data<span class="c-keyword">:</span><span class="c-constant"> unknown</span>;</span>
<span class="line">    }</span>
<span class="line"><span class="c-keyword">  |</span> { <span class="c-keyword">readonly</span> kind<span class="c-keyword">:</span><span class="c-string-expression"> &#39;text&#39;</span>; <span class="c-keyword">readonly</span> artifact<span class="c-keyword">:</span><span class="c-constant"> string</span>; <span class="c-keyword">readonly</span> text<span class="c-keyword">:</span><span class="c-constant"> string</span> }</span>
<span class="line"><span class="c-keyword">  |</span> {</span>
<span class="line"><span class="c-keyword">      readonly</span> kind<span class="c-keyword">:</span><span class="c-string-expression"> &#39;file&#39;</span>;</span>
<span class="line"><span class="c-keyword">      readonly</span> artifact<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">      readonly</span> name<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">      readonly</span> mediaType<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">      /** The bytes of the file as base64; absent if the agent gave an address instead. */</span></span>
<span class="line"><span class="c-keyword">      readonly</span> bytes<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">      readonly</span> url<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line">    };</span></code></pre></div><h3 id="SavedDraft" tabindex="-1">SavedDraft <a class="header-anchor" href="#SavedDraft" aria-label="Permalink to &quot;SavedDraft {#SavedDraft}&quot;">​</a></h3><p>A draft to store.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> SavedDraft</span><span class="c-keyword"> extends</span><span class="c-function"> Omit</span>&lt;<span class="c-function">DraftView</span>,<span class="c-string-expression"> &#39;savedAt&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;version&#39;</span>&gt; {</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The version that the agent must have: that of a draft or of the mark of one that has ended, \`&#39;&#39;\`</span></span>
<span class="line"><span class="c-comment">   * for no draft. For another one it answers \`DRAFT_CHANGED\`. Default: any.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> replaces<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The tag of the version that is stored: 16 to 100 letters, digits, \`-\` and \`_\` that no other</span></span>
<span class="line"><span class="c-comment">   * version has, such as a UUID. A repeated request with the same tag stores nothing twice, and its</span></span>
<span class="line"><span class="c-comment">   * sender knows the version again if the answer was lost. Default: the agent makes one.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> newVersion<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="SharedTask" tabindex="-1">SharedTask <a class="header-anchor" href="#SharedTask" aria-label="Permalink to &quot;SharedTask {#SharedTask}&quot;">​</a></h3><p>A task that somebody else shows, and its share.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> SharedTask</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> share<span class="c-keyword">:</span><span class="c-function"> SharedTaskView</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> task<span class="c-keyword">:</span><span class="c-function"> TaskDetail</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="SharedTaskView" tabindex="-1">SharedTaskView <a class="header-anchor" href="#SharedTaskView" aria-label="Permalink to &quot;SharedTaskView {#SharedTaskView}&quot;">​</a></h3><p>A task that somebody else shows to the person.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> SharedTaskView</span> {</span>
<span class="line"><span class="c-comment">  /** The id of the share. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> share<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The id of the principal who shares; absent on a server without authentication. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> sharedBy<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** ISO 8601. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> createdAt<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> expiresAt<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> skill<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> summary<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="ShareRequest" tabindex="-1">ShareRequest <a class="header-anchor" href="#ShareRequest" aria-label="Permalink to &quot;ShareRequest {#ShareRequest}&quot;">​</a></h3><p>Whom a task is shown to, and for how long.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> ShareRequest</span> {</span>
<span class="line"><span class="c-comment">  /** The id of the principal who may see the task. Default: anybody who has signed in and has the link. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> with<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The number of days for which the task is shown, 1 to 400. Default 30. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> days<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="ShareView" tabindex="-1">ShareView <a class="header-anchor" href="#ShareView" aria-label="Permalink to &quot;ShareView {#ShareView}&quot;">​</a></h3><p>A task that its owner shows to others.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> ShareView</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> id<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> task<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The skill of the task; absent if it runs none. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> skill<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The beginning of what was sent, as in the list of tasks. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> summary<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The id of the principal who may see the task; absent for a share by link. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> with<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** ISO 8601. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> createdAt<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** ISO 8601. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> expiresAt<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="TaskDetail" tabindex="-1">TaskDetail <a class="header-anchor" href="#TaskDetail" aria-label="Permalink to &quot;TaskDetail {#TaskDetail}&quot;">​</a></h3><p>A task with what was sent and what came of it.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> TaskDetail</span><span class="c-keyword"> extends</span><span class="c-function"> TaskEntry</span> {</span>
<span class="line"><span class="c-comment">  /** The id of the conversation that the task belongs to; only for its owner. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> context<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> input<span class="c-keyword">:</span><span class="c-function"> TaskInput</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> result<span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-function"> ResultPart</span>[];</span>
<span class="line"><span class="c-comment">  /** The message of the state in words, such as the reason of a failure. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> message<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="TaskEntry" tabindex="-1">TaskEntry <a class="header-anchor" href="#TaskEntry" aria-label="Permalink to &quot;TaskEntry {#TaskEntry}&quot;">​</a></h3><p>A task in the list of a person.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> TaskEntry</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> id<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The id of the skill that the task runs; absent if the agent&#39;s own text handler answers. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> skill<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> state<span class="c-keyword">:</span><span class="c-function"> TaskStateView</span>;</span>
<span class="line"><span class="c-comment">  /** True if the task waits for people to whom its question is given. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> isForOthers<span class="c-keyword">?:</span><span class="c-constant"> true</span>;</span>
<span class="line"><span class="c-comment">  /** ISO 8601. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> createdAt<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The time at which the state or its message last changed, ISO 8601. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> changedAt<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The title that the skill gave the task. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> title<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The beginning of what was sent, at most 200 characters, without secrets. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> summary<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="TaskFilter" tabindex="-1">TaskFilter <a class="header-anchor" href="#TaskFilter" aria-label="Permalink to &quot;TaskFilter {#TaskFilter}&quot;">​</a></h3><p>Selects tasks of a person.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> TaskFilter</span> {</span>
<span class="line"><span class="c-comment">  /** The words that a task must have, all of them: 1 to 8, in at most 200 characters. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> text<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The id of the skill that a task runs. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> skill<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> state<span class="c-keyword">?:</span><span class="c-function"> TaskStateView</span>;</span>
<span class="line"><span class="c-comment">  /** The time at or after which the state of a task changed, ISO 8601. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> from<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The time before which the state of a task changed, ISO 8601. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> to<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="TaskInput" tabindex="-1">TaskInput <a class="header-anchor" href="#TaskInput" aria-label="Permalink to &quot;TaskInput {#TaskInput}&quot;">​</a></h3><p>The input that started a task, without secrets.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">type</span><span class="c-function"> TaskInput</span><span class="c-keyword"> =</span></span>
<span class="line"><span class="c-keyword">  |</span> {</span>
<span class="line"><span class="c-keyword">      readonly</span> kind<span class="c-keyword">:</span><span class="c-string-expression"> &#39;data&#39;</span>;</span>
<span class="line"><span class="c-comment">      /** The name of the input schema. */</span></span>
<span class="line"><span class="c-keyword">      readonly</span> schema<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">      /** The data; absent if the agent no longer has the schema that would tell its secrets. */</span></span>
<span class="line"><span class="c-keyword">      readonly</span> data<span class="c-keyword">?:</span><span class="c-constant"> unknown</span>;</span>
<span class="line">    }</span>
<span class="line"><span class="c-keyword">  |</span> { <span class="c-keyword">readonly</span> kind<span class="c-keyword">:</span><span class="c-string-expression"> &#39;text&#39;</span>; <span class="c-keyword">readonly</span> text<span class="c-keyword">:</span><span class="c-constant"> string</span> };</span></code></pre></div><h3 id="TaskListView" tabindex="-1">TaskListView <a class="header-anchor" href="#TaskListView" aria-label="Permalink to &quot;TaskListView {#TaskListView}&quot;">​</a></h3><p>One page of the tasks of a person.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> TaskListView</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> tasks<span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-function"> TaskEntry</span>[];</span>
<span class="line"><span class="c-comment">  /** The token for the next page; absent on the last page. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> nextPageToken<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The number of tasks on all pages together; absent if the filter has a text. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> total<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="TaskPaging" tabindex="-1">TaskPaging <a class="header-anchor" href="#TaskPaging" aria-label="Permalink to &quot;TaskPaging {#TaskPaging}&quot;">​</a></h3><p>The paging of a list of tasks.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> TaskPaging</span> {</span>
<span class="line"><span class="c-comment">  /** The largest number of tasks on the page, 1 to 100. Default 50. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> pageSize<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /** The token from the page before; absent for the first page. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> pageToken<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="TaskStateView" tabindex="-1">TaskStateView <a class="header-anchor" href="#TaskStateView" aria-label="Permalink to &quot;TaskStateView {#TaskStateView}&quot;">​</a></h3><p>The state of a task, as A2A 1.0 names it, in lower case.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">type</span><span class="c-function"> TaskStateView</span><span class="c-keyword"> =</span></span>
<span class="line"><span class="c-keyword">  |</span><span class="c-string-expression"> &#39;submitted&#39;</span></span>
<span class="line"><span class="c-keyword">  |</span><span class="c-string-expression"> &#39;working&#39;</span></span>
<span class="line"><span class="c-keyword">  |</span><span class="c-string-expression"> &#39;input-required&#39;</span></span>
<span class="line"><span class="c-keyword">  |</span><span class="c-string-expression"> &#39;auth-required&#39;</span></span>
<span class="line"><span class="c-keyword">  |</span><span class="c-string-expression"> &#39;completed&#39;</span></span>
<span class="line"><span class="c-keyword">  |</span><span class="c-string-expression"> &#39;failed&#39;</span></span>
<span class="line"><span class="c-keyword">  |</span><span class="c-string-expression"> &#39;canceled&#39;</span></span>
<span class="line"><span class="c-keyword">  |</span><span class="c-string-expression"> &#39;rejected&#39;</span>;</span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/people.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const people = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  people as default
};
