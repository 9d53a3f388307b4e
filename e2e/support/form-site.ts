import http from "node:http";
import { listening } from "./listening.ts";
import type { Pixels } from "./editor-page.ts";

/** Color of the letters of all private texts. Nothing else uses it. */
const SECRET = [0, 90, 255] as const;

const FRAME = `<body style='margin:0;font:16px/24px sans-serif'><p>Ask <span style='color:rgb(0,90,255)'>eve@site.example</span></p>`;

/** A page with private data of every kind, and with many texts that only resemble private data. */
const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Billing details</title><style>
html{scrollbar-width:none}body{margin:0;padding:24px;font:16px/24px sans-serif;background:#fff;color:#222}
s,input.s{color:rgb(0,90,255);text-decoration:none}input{font:16px/24px sans-serif;width:280px;border:1px solid #999}
#list{height:40px;overflow:auto;scrollbar-width:none}</style></head><body>
<h1>Billing details</h1>
<p>Write to <s><b>ada</b>@site.example</s> until 2026-03-10, 14:06.</p>
<p>Card <s>4111 <i>1111</i> 1111 1111</s>, order 4021-5567-22, 1,204.00 EUR.</p>
<p>Pay to <s>DE89 3704 0044 0532 0130 00</s> or call <s>+49 30 1234567</s>.</p>
<pre>export AWS_KEY=<s>AKIAIOSFODNN7EXAMPLE</s>\nversion 4.12.1003 build 20260310</pre>
<input class="s" type="password" value="hunter2hunter2"> <input class="s" value="bob@site.example"> <input value="nothing here">
<secret-box></secret-box>
<iframe srcdoc="${FRAME}" style="width:300px;height:60px;border:5px solid #ccc"></iframe>
<div id="list"><div style="height:200px">first line</div><s>hidden@site.example</s></div>
<div style="height:1500px"></div><p><s>below@site.example</s></p>
<script>customElements.define("secret-box",class extends HTMLElement{constructor(){super();
this.attachShadow({mode:"closed"}).innerHTML="<p>Mail <span style='color:rgb(0,90,255)'>shadow@site.example</span></p>"}})</script>
</body></html>`;

/** A site with a form, to be captured and searched. */
export interface FormSite {
  url: string;
  /** Counts the pixels of an image that show letters of private texts. */
  secretPixels(pixels: Pixels): number;
  stop(): Promise<void>;
}

/** Serves it on `127.0.0.1`. */
export async function startFormSite(): Promise<FormSite> {
  const server = http.createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    response.end(PAGE);
  });
  const { origin, stop } = await listening(server);
  return {
    url: `${origin}/`,
    stop,
    secretPixels({ data }) {
      let count = 0;
      // Edges of letters are blended with the background, so only pixels that clearly have the color count.
      for (let at = 0; at < data.length; at += 4)
        if (SECRET.every((value, channel) => Math.abs((data[at + channel] as number) - value) < 60)) count += 1;
      return count;
    },
  };
}
