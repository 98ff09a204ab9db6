import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"mail-questions.ts","description":"","frontmatter":{"aside":false,"editLink":false},"headers":[],"params":{"path":"apps/examples/src/mail-questions.ts"},"relativePath":"files/apps/examples/src/mail-questions.ts.md","filePath":"site/files/[path].md"}');
const _sfc_main = { name: "files/apps/examples/src/mail-questions.ts.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="mail-questionsts" tabindex="-1">mail-questions.ts <a class="header-anchor" href="#mail-questionsts" aria-label="Permalink to &quot;mail-questions.ts&quot;">​</a></h1><p><code>apps/examples/src/mail-questions.ts</code> in the repository:</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-comment">// An approval by mail: the agent gives a question to a role, tells a webhook, and the webhook sends</span></span>
<span class="line"><span class="c-comment">// each approver a mail with a link of their own. Whoever opens it first answers, without signing in.</span></span>
<span class="line"><span class="c-keyword">import</span> assert <span class="c-keyword">from</span><span class="c-string-expression"> &#39;node:assert/strict&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createHmac, randomUUID, timingSafeEqual } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;node:crypto&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { once } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;node:events&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createServer <span class="c-keyword">as</span> createHttpServer,<span class="c-keyword"> type</span> IncomingMessage } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;node:http&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span><span class="c-keyword"> type</span> { AddressInfo } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;node:net&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { connect } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/client&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { defineAgent, defineSkill } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/core&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createPeopleAdapter,<span class="c-keyword"> type</span> QuestionWebhookBody } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/people&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createPeopleClient } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/people/client&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createApiKeyAuthentication, createServer } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/server&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createTransport } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;nodemailer&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { SMTPServer } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;smtp-server&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> buy</span><span class="c-keyword"> =</span><span class="c-function"> defineSkill</span>({</span>
<span class="line">  id<span class="c-keyword">:</span><span class="c-string-expression"> &#39;buy&#39;</span>,</span>
<span class="line">  name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Buy&#39;</span>,</span>
<span class="line">  description<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Orders an article once an approver agrees.&#39;</span>,</span>
<span class="line">  tags<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;office&#39;</span>],</span>
<span class="line">  input<span class="c-keyword">:</span> { purchase<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;object&#39;</span>, properties<span class="c-keyword">:</span> { article<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;string&#39;</span> } } } },</span>
<span class="line"><span class="c-keyword">  async</span><span class="c-function"> run</span>({ input, task }) {</span>
<span class="line"><span class="c-keyword">    const</span> { <span class="c-constant">approved</span> } <span class="c-keyword">=</span><span class="c-keyword"> await</span><span class="c-constant"> task</span><span class="c-function">.ask</span>(<span class="c-string-expression">\`May we buy </span><span class="c-keyword">\${</span><span class="c-constant">input</span>.article<span class="c-keyword">}</span><span class="c-string-expression">?\`</span>, {</span>
<span class="line">      schema<span class="c-keyword">:</span> {</span>
<span class="line">        type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;object&#39;</span>,</span>
<span class="line">        properties<span class="c-keyword">:</span> { approved<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;boolean&#39;</span> } },</span>
<span class="line">        required<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;approved&#39;</span>],</span>
<span class="line">      },</span>
<span class="line">      to<span class="c-keyword">:</span><span class="c-string-expression"> &#39;role:approver&#39;</span>,</span>
<span class="line">      about<span class="c-keyword">:</span> input,</span>
<span class="line">      fourEyes<span class="c-keyword">:</span><span class="c-constant"> true</span>,</span>
<span class="line">      dueInMs<span class="c-keyword">:</span><span class="c-constant"> 86_400_000</span>,</span>
<span class="line">    });</span>
<span class="line"><span class="c-keyword">    return</span> approved <span class="c-keyword">?</span><span class="c-string-expression"> &#39;ordered&#39;</span><span class="c-keyword"> :</span><span class="c-string-expression"> &#39;declined&#39;</span>;</span>
<span class="line">  },</span>
<span class="line">});</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> agent</span><span class="c-keyword"> =</span><span class="c-function"> defineAgent</span>({ name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Purchasing&#39;</span>, version<span class="c-keyword">:</span><span class="c-string-expression"> &#39;1.0.0&#39;</span>, skills<span class="c-keyword">:</span> [buy] });</span>
<span class="line"></span>
<span class="line"><span class="c-comment">/** Starts a server that listens on a free port of this machine, and returns the port. */</span></span>
<span class="line"><span class="c-keyword">async</span><span class="c-keyword"> function</span><span class="c-function"> listen</span>(server<span class="c-keyword">:</span><span class="c-function"> ReturnType</span>&lt;<span class="c-keyword">typeof</span> createHttpServer&gt;)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">number</span>&gt; {</span>
<span class="line"><span class="c-constant">  server</span><span class="c-function">.listen</span>(<span class="c-constant">0</span>,<span class="c-string-expression"> &#39;127.0.0.1&#39;</span>);</span>
<span class="line"><span class="c-keyword">  await</span><span class="c-function"> once</span>(server,<span class="c-string-expression"> &#39;listening&#39;</span>);</span>
<span class="line"><span class="c-keyword">  return</span> (<span class="c-constant">server</span><span class="c-function">.address</span>() <span class="c-keyword">as</span><span class="c-function"> AddressInfo</span>).port;</span>
<span class="line">}</span>
<span class="line"></span>
<span class="line"><span class="c-comment">// The mail server of the company.</span></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> mails</span><span class="c-keyword">:</span> { <span class="c-keyword">readonly</span> to<span class="c-keyword">:</span><span class="c-constant"> string</span>; <span class="c-keyword">readonly</span> text<span class="c-keyword">:</span><span class="c-constant"> string</span> }[] <span class="c-keyword">=</span> [];</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> post</span><span class="c-keyword"> =</span><span class="c-keyword"> new</span><span class="c-function"> SMTPServer</span>({</span>
<span class="line">  authOptional<span class="c-keyword">:</span><span class="c-constant"> true</span>,</span>
<span class="line">  disabledCommands<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;STARTTLS&#39;</span>],</span>
<span class="line"><span class="c-keyword">  async</span><span class="c-function"> onData</span>(stream, session, done) {</span>
<span class="line"><span class="c-keyword">    const</span><span class="c-constant"> text</span><span class="c-keyword"> =</span> (<span class="c-keyword">await</span><span class="c-constant"> stream</span><span class="c-function">.toArray</span>())<span class="c-function">.join</span>(<span class="c-string-expression">&#39;&#39;</span>);</span>
<span class="line"><span class="c-constant">    mails</span><span class="c-function">.push</span>({ to<span class="c-keyword">:</span><span class="c-constant"> session</span>.<span class="c-constant">envelope</span>.rcptTo[<span class="c-constant">0</span>]?.address <span class="c-keyword">??</span><span class="c-string-expression"> &#39;&#39;</span>, text });</span>
<span class="line"><span class="c-function">    done</span>();</span>
<span class="line">  },</span>
<span class="line">});</span>
<span class="line"><span class="c-constant">post</span><span class="c-function">.listen</span>(<span class="c-constant">0</span>,<span class="c-string-expression"> &#39;127.0.0.1&#39;</span>);</span>
<span class="line"><span class="c-keyword">await</span><span class="c-function"> once</span>(<span class="c-constant">post</span>.server,<span class="c-string-expression"> &#39;listening&#39;</span>);</span>
<span class="line"><span class="c-keyword">const</span> { port: <span class="c-constant">postPort</span> } <span class="c-keyword">=</span><span class="c-constant"> post</span><span class="c-function">.</span><span class="c-constant">server</span><span class="c-function">.address</span>() <span class="c-keyword">as</span><span class="c-function"> AddressInfo</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-comment">// The webhook: it checks who sends, and writes the mails. Mail and chat are its own affair.</span></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> SECRET</span><span class="c-keyword"> =</span><span class="c-string-expression"> &#39;long-random-text-that-only-the-two-know&#39;</span>;</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> ADDRESSES</span><span class="c-keyword">:</span><span class="c-function"> Readonly</span>&lt;<span class="c-function">Record</span>&lt;<span class="c-constant">string</span>,<span class="c-constant"> string</span>&gt;&gt; <span class="c-keyword">=</span> {</span>
<span class="line">  kim<span class="c-keyword">:</span><span class="c-string-expression"> &#39;kim@example.com&#39;</span>,</span>
<span class="line">  lee<span class="c-keyword">:</span><span class="c-string-expression"> &#39;lee@example.com&#39;</span>,</span>
<span class="line">};</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> mailer</span><span class="c-keyword"> =</span><span class="c-function"> createTransport</span>({ host<span class="c-keyword">:</span><span class="c-string-expression"> &#39;127.0.0.1&#39;</span>, port<span class="c-keyword">:</span> postPort, secure<span class="c-keyword">:</span><span class="c-constant"> false</span> });</span>
<span class="line"><span class="c-comment">/** Reads a body of at most a megabyte; \`&#39;&#39;\` for a longer one, and for a sender that breaks off. */</span></span>
<span class="line"><span class="c-keyword">async</span><span class="c-keyword"> function</span><span class="c-function"> readBody</span>(request<span class="c-keyword">:</span><span class="c-function"> IncomingMessage</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">string</span>&gt; {</span>
<span class="line"><span class="c-keyword">  let</span> body <span class="c-keyword">=</span><span class="c-string-expression"> &#39;&#39;</span>;</span>
<span class="line"><span class="c-keyword">  try</span> {</span>
<span class="line"><span class="c-keyword">    for</span><span class="c-keyword"> await</span> (<span class="c-keyword">const</span><span class="c-constant"> chunk</span><span class="c-keyword"> of</span><span class="c-constant"> request</span><span class="c-function">.setEncoding</span>(<span class="c-string-expression">&#39;utf8&#39;</span>)) {</span>
<span class="line">      body <span class="c-keyword">+=</span><span class="c-function"> String</span>(chunk);</span>
<span class="line"><span class="c-keyword">      if</span> (<span class="c-constant">body</span>.<span class="c-constant">length</span><span class="c-keyword"> &gt;</span><span class="c-constant"> 1_000_000</span>) <span class="c-keyword">return</span><span class="c-string-expression"> &#39;&#39;</span>;</span>
<span class="line">    }</span>
<span class="line"><span class="c-keyword">    return</span> body;</span>
<span class="line">  } <span class="c-keyword">catch</span> {</span>
<span class="line"><span class="c-keyword">    return</span><span class="c-string-expression"> &#39;&#39;</span>;</span>
<span class="line">  }</span>
<span class="line">}</span>
<span class="line"></span>
<span class="line"><span class="c-comment">// A delivery that failed comes again, and each mail is sent once.</span></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> mailed</span><span class="c-keyword"> =</span><span class="c-keyword"> new</span><span class="c-function"> Set</span>&lt;<span class="c-constant">string</span>&gt;();</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> receiver</span><span class="c-keyword"> =</span><span class="c-function"> createHttpServer</span>(<span class="c-keyword">async</span> (request, response) <span class="c-keyword">=&gt;</span> {</span>
<span class="line"><span class="c-keyword">  const</span><span class="c-constant"> body</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-function"> readBody</span>(request);</span>
<span class="line"><span class="c-keyword">  const</span> {</span>
<span class="line"><span class="c-string-expression">    &#39;webhook-id&#39;</span>: <span class="c-constant">id</span>,</span>
<span class="line"><span class="c-string-expression">    &#39;webhook-timestamp&#39;</span>: <span class="c-constant">time</span>,</span>
<span class="line"><span class="c-string-expression">    &#39;webhook-signature&#39;</span>: <span class="c-constant">given</span>,</span>
<span class="line">  } <span class="c-keyword">=</span><span class="c-constant"> request</span>.headers;</span>
<span class="line"><span class="c-keyword">  const</span><span class="c-constant"> isFresh</span><span class="c-keyword"> =</span><span class="c-constant"> Math</span><span class="c-function">.abs</span>(<span class="c-constant">Date</span><span class="c-function">.now</span>() <span class="c-keyword">/</span><span class="c-constant"> 1000</span><span class="c-keyword"> -</span><span class="c-function"> Number</span>(time)) <span class="c-keyword">&lt;</span><span class="c-constant"> 300</span>;</span>
<span class="line"><span class="c-keyword">  const</span><span class="c-constant"> hmac</span><span class="c-keyword"> =</span><span class="c-function"> createHmac</span>(<span class="c-string-expression">&#39;sha256&#39;</span>,<span class="c-constant"> SECRET</span>)<span class="c-function">.update</span>(<span class="c-string-expression">\`</span><span class="c-keyword">\${</span><span class="c-function">String</span>(id)<span class="c-keyword">}</span><span class="c-string-expression">.</span><span class="c-keyword">\${</span><span class="c-function">String</span>(time)<span class="c-keyword">}</span><span class="c-string-expression">.</span><span class="c-keyword">\${</span>body<span class="c-keyword">}</span><span class="c-string-expression">\`</span>);</span>
<span class="line"><span class="c-keyword">  const</span><span class="c-constant"> expected</span><span class="c-keyword"> =</span><span class="c-constant"> Buffer</span><span class="c-function">.from</span>(<span class="c-string-expression">\`v1,</span><span class="c-keyword">\${</span><span class="c-constant">hmac</span><span class="c-function">.digest</span>(<span class="c-string-expression">&#39;base64&#39;</span>)<span class="c-keyword">}</span><span class="c-string-expression">\`</span>);</span>
<span class="line"><span class="c-keyword">  const</span><span class="c-constant"> signature</span><span class="c-keyword"> =</span><span class="c-constant"> Buffer</span><span class="c-function">.from</span>(<span class="c-function">String</span>(given));</span>
<span class="line"><span class="c-keyword">  const</span><span class="c-constant"> isSame</span><span class="c-keyword"> =</span><span class="c-constant"> signature</span>.<span class="c-constant">length</span><span class="c-keyword"> ===</span><span class="c-constant"> expected</span>.<span class="c-constant">length</span><span class="c-keyword"> &amp;&amp;</span><span class="c-function"> timingSafeEqual</span>(signature, expected);</span>
<span class="line"><span class="c-keyword">  if</span> (<span class="c-keyword">!</span>isFresh <span class="c-keyword">||</span><span class="c-keyword"> !</span>isSame) {</span>
<span class="line"><span class="c-constant">    response</span><span class="c-function">.writeHead</span>(<span class="c-constant">401</span>)<span class="c-function">.end</span>();</span>
<span class="line"><span class="c-keyword">    return</span>;</span>
<span class="line">  }</span>
<span class="line"><span class="c-keyword">  const</span> { <span class="c-constant">prompt</span>,<span class="c-constant"> people</span>,<span class="c-constant"> dueAt</span> }<span class="c-keyword">:</span><span class="c-function"> QuestionWebhookBody</span><span class="c-keyword"> =</span><span class="c-constant"> JSON</span><span class="c-function">.parse</span>(body);</span>
<span class="line"><span class="c-keyword">  const</span><span class="c-constant"> isSent</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-constant"> Promise</span><span class="c-function">.all</span>(<span class="c-constant">people</span><span class="c-function">.map</span>((person) <span class="c-keyword">=&gt;</span><span class="c-function"> send</span>(<span class="c-function">String</span>(id), person)));</span>
<span class="line"><span class="c-constant">  response</span><span class="c-function">.writeHead</span>(<span class="c-constant">isSent</span><span class="c-function">.every</span>(Boolean) <span class="c-keyword">?</span><span class="c-constant"> 204</span><span class="c-keyword"> :</span><span class="c-constant"> 503</span>)<span class="c-function">.end</span>();</span>
<span class="line"></span>
<span class="line"><span class="c-comment">  /** Sends the mail of a person; resolves to false if that failed. */</span></span>
<span class="line"><span class="c-keyword">  async</span><span class="c-keyword"> function</span><span class="c-function"> send</span>(news<span class="c-keyword">:</span><span class="c-constant"> string</span>, person<span class="c-keyword">:</span> (<span class="c-keyword">typeof</span> people)[<span class="c-constant">number</span>])<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">boolean</span>&gt; {</span>
<span class="line"><span class="c-keyword">    const</span><span class="c-constant"> mail</span><span class="c-keyword"> =</span><span class="c-string-expression"> \`</span><span class="c-keyword">\${</span>news<span class="c-keyword">}</span><span class="c-keyword"> \${</span><span class="c-constant">person</span>.id<span class="c-keyword">}</span><span class="c-string-expression">\`</span>;</span>
<span class="line"><span class="c-keyword">    if</span> (<span class="c-constant">mailed</span><span class="c-function">.has</span>(mail)) <span class="c-keyword">return</span><span class="c-constant"> true</span>;</span>
<span class="line"><span class="c-constant">    mailed</span><span class="c-function">.add</span>(mail);</span>
<span class="line"><span class="c-keyword">    try</span> {</span>
<span class="line"><span class="c-keyword">      await</span><span class="c-constant"> mailer</span><span class="c-function">.sendMail</span>({</span>
<span class="line">        from<span class="c-keyword">:</span><span class="c-string-expression"> &#39;agents@example.com&#39;</span>,</span>
<span class="line">        to<span class="c-keyword">:</span><span class="c-constant"> ADDRESSES</span>[<span class="c-constant">person</span>.id] <span class="c-keyword">??</span><span class="c-string-expression"> &#39;lost@example.com&#39;</span>,</span>
<span class="line">        subject<span class="c-keyword">:</span> prompt,</span>
<span class="line">        text<span class="c-keyword">:</span><span class="c-string-expression"> \`</span><span class="c-keyword">\${</span>prompt<span class="c-keyword">}</span><span class="c-string-expression">\\nAnswer by </span><span class="c-keyword">\${</span>dueAt<span class="c-keyword">}</span><span class="c-string-expression">:\\n</span><span class="c-keyword">\${</span><span class="c-constant">person</span>.link<span class="c-keyword">}</span><span class="c-string-expression">\\n\`</span>,</span>
<span class="line">        textEncoding<span class="c-keyword">:</span><span class="c-string-expression"> &#39;base64&#39;</span>,</span>
<span class="line">      });</span>
<span class="line"><span class="c-keyword">      return</span><span class="c-constant"> true</span>;</span>
<span class="line">    } <span class="c-keyword">catch</span> {</span>
<span class="line"><span class="c-keyword">      return</span><span class="c-keyword"> !</span><span class="c-constant">mailed</span><span class="c-function">.delete</span>(mail);</span>
<span class="line">    }</span>
<span class="line">  }</span>
<span class="line">});</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> receiverPort</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-function"> listen</span>(receiver);</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> server</span><span class="c-keyword"> =</span><span class="c-function"> createServer</span>(agent, {</span>
<span class="line">  authenticate<span class="c-keyword">:</span><span class="c-function"> createApiKeyAuthentication</span>({ keys<span class="c-keyword">:</span> { <span class="c-string-expression">&#39;the-key-of-ada-lovelace&#39;</span><span class="c-keyword">:</span><span class="c-string-expression"> &#39;ada&#39;</span> } }),</span>
<span class="line">  requireAuthentication<span class="c-keyword">:</span><span class="c-constant"> true</span>,</span>
<span class="line">  adapters<span class="c-keyword">:</span> [</span>
<span class="line"><span class="c-function">    createPeopleAdapter</span>({</span>
<span class="line">      notify<span class="c-keyword">:</span> {</span>
<span class="line">        webhook<span class="c-keyword">:</span> { url<span class="c-keyword">:</span><span class="c-string-expression"> \`http://127.0.0.1:</span><span class="c-keyword">\${</span>receiverPort<span class="c-keyword">}</span><span class="c-string-expression">/questions\`</span>, secret<span class="c-keyword">:</span><span class="c-constant"> SECRET</span> },</span>
<span class="line"><span class="c-function">        findPeople</span><span class="c-keyword">:</span><span class="c-keyword"> async</span> (role) <span class="c-keyword">=&gt;</span> (role <span class="c-keyword">===</span><span class="c-string-expression"> &#39;approver&#39;</span><span class="c-keyword"> ?</span> [<span class="c-string-expression">&#39;kim&#39;</span>,<span class="c-string-expression"> &#39;lee&#39;</span>] <span class="c-keyword">:</span> []),</span>
<span class="line">        everyMs<span class="c-keyword">:</span><span class="c-constant"> 50</span>,</span>
<span class="line">      },</span>
<span class="line">    }),</span>
<span class="line">  ],</span>
<span class="line">});</span>
<span class="line"><span class="c-keyword">const</span> { <span class="c-constant">url</span> } <span class="c-keyword">=</span><span class="c-keyword"> await</span><span class="c-constant"> server</span><span class="c-function">.listen</span>({ port<span class="c-keyword">:</span><span class="c-constant"> 0</span> });</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> remote</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-function"> connect</span>&lt;<span class="c-keyword">typeof</span> agent&gt;(url, {</span>
<span class="line">  headers<span class="c-keyword">:</span> { <span class="c-string-expression">&#39;x-api-key&#39;</span><span class="c-keyword">:</span><span class="c-string-expression"> &#39;the-key-of-ada-lovelace&#39;</span> },</span>
<span class="line">});</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> waiting</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-constant"> remote</span><span class="c-function">.skill</span>(<span class="c-string-expression">&#39;buy&#39;</span>)<span class="c-function">.run</span>({ article<span class="c-keyword">:</span><span class="c-string-expression"> &#39;a laptop&#39;</span> });</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.equal</span>(<span class="c-constant">waiting</span>.state,<span class="c-string-expression"> &#39;input-required&#39;</span>);</span>
<span class="line"><span class="c-keyword">while</span> (<span class="c-constant">mails</span>.<span class="c-constant">length</span><span class="c-keyword"> &lt;</span><span class="c-constant"> 2</span>) <span class="c-keyword">await</span><span class="c-keyword"> new</span><span class="c-constant"> Promise</span>((resolve) <span class="c-keyword">=&gt;</span><span class="c-function"> setTimeout</span>(resolve,<span class="c-constant"> 20</span>));</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.deepEqual</span>(<span class="c-constant">mails</span><span class="c-function">.map</span>(({ to }) <span class="c-keyword">=&gt;</span> to)<span class="c-function">.toSorted</span>(), [<span class="c-string-expression">&#39;kim@example.com&#39;</span>,<span class="c-string-expression"> &#39;lee@example.com&#39;</span>]);</span>
<span class="line"></span>
<span class="line"><span class="c-comment">// Kim opens the link of the mail. The page shows the form; here a program answers instead.</span></span>
<span class="line"><span class="c-keyword">const</span> [,<span class="c-constant"> body</span><span class="c-keyword"> =</span><span class="c-string-expression"> &#39;&#39;</span>] <span class="c-keyword">=</span> (<span class="c-constant">mails</span><span class="c-function">.find</span>(({ to }) <span class="c-keyword">=&gt;</span><span class="c-constant"> to</span><span class="c-function">.startsWith</span>(<span class="c-string-expression">&#39;kim&#39;</span>))?.text <span class="c-keyword">??</span><span class="c-string-expression"> &#39;&#39;</span>)<span class="c-function">.split</span>(<span class="c-string-expression">&#39;\\r\\n\\r\\n&#39;</span>);</span>
<span class="line"><span class="c-keyword">const</span> [,<span class="c-constant"> token</span><span class="c-keyword"> =</span><span class="c-string-expression"> &#39;&#39;</span>] <span class="c-keyword">=</span><span class="c-constant"> Buffer</span><span class="c-function">.from</span>(body,<span class="c-string-expression"> &#39;base64&#39;</span>)<span class="c-function">.toString</span>()<span class="c-function">.split</span>(<span class="c-string-expression">&#39;token=&#39;</span>);</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> people</span><span class="c-keyword"> =</span><span class="c-function"> createPeopleClient</span>({ <span class="c-function">send</span><span class="c-keyword">:</span> (path, init) <span class="c-keyword">=&gt;</span><span class="c-function"> fetch</span>(<span class="c-string-expression">\`</span><span class="c-keyword">\${</span>url<span class="c-keyword">}</span><span class="c-string-expression">/people</span><span class="c-keyword">\${</span>path<span class="c-keyword">}</span><span class="c-string-expression">\`</span>, init) });</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> question</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-constant"> people</span><span class="c-function">.readLinkedQuestion</span>(<span class="c-constant">token</span><span class="c-function">.trim</span>());</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.equal</span>(<span class="c-constant">question</span>.prompt,<span class="c-string-expression"> &#39;May we buy a laptop?&#39;</span>);</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.deepEqual</span>(<span class="c-constant">question</span>.about, { article<span class="c-keyword">:</span><span class="c-string-expression"> &#39;a laptop&#39;</span> });</span>
<span class="line"><span class="c-keyword">await</span><span class="c-constant"> people</span><span class="c-function">.answerLinked</span>(<span class="c-constant">token</span><span class="c-function">.trim</span>(), {</span>
<span class="line">  question<span class="c-keyword">:</span><span class="c-constant"> question</span>.question,</span>
<span class="line">  data<span class="c-keyword">:</span> { approved<span class="c-keyword">:</span><span class="c-constant"> true</span> },</span>
<span class="line">  messageId<span class="c-keyword">:</span><span class="c-function"> randomUUID</span>(),</span>
<span class="line">});</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> end</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-constant"> remote</span><span class="c-function">.skill</span>(<span class="c-string-expression">&#39;buy&#39;</span>)<span class="c-function">.task</span>(<span class="c-constant">waiting</span>.taskId)<span class="c-function">.wait</span>();</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.equal</span>(<span class="c-constant">end</span>.state,<span class="c-string-expression"> &#39;completed&#39;</span>);</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">await</span><span class="c-constant"> server</span><span class="c-function">.close</span>();</span>
<span class="line"><span class="c-constant">mailer</span><span class="c-function">.close</span>();</span>
<span class="line"><span class="c-constant">post</span><span class="c-function">.close</span>();</span>
<span class="line"><span class="c-constant">receiver</span><span class="c-function">.close</span>();</span>
<span class="line"><span class="c-constant">console</span><span class="c-function">.log</span>(<span class="c-string-expression">&#39;Kim approved by mail.&#39;</span>);</span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/files/apps/examples/src/mail-questions.ts.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const mailQuestions_ts = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  mailQuestions_ts as default
};
