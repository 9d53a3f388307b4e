import http from "node:http";
import { listening } from "./listening.ts";

/** Hard edges and flat colors: every pixel of a capture can be compared with the browser's own screenshot. */
const STYLE = `html{scrollbar-width:none}body{margin:0;font:17px/1.5 serif;background:repeating-linear-gradient(90deg,#fdf3d7 0 40px,#cfe4f5 40px 83px)}
header{background:#14324a;color:#fff;padding:20px 40px}main{padding:30px 40px}
section{background:#fff;border:3px solid #d0533c;margin-block-end:20px;padding:14px 20px}button{font:inherit}`;

const sections = (count: number): string =>
  Array.from({ length: count }, (_, index) => `<section id="s${index}"><h2>Row ${index}</h2><p>Total ${index * 97}</p></section>`).join("");

/** Counts the events that reach the page, and captures the pointer as drawing programs do. */
const HUNGRY = `<script>window.receivedEvents = 0;
for (const type of ["pointerdown","pointerup","mousedown","mouseup","click","keydown","keyup","focusin","focusout","blur"])
  document.addEventListener(type, () => { window.receivedEvents += 1; }, true);
document.addEventListener("pointerdown", (event) => document.body.setPointerCapture(event.pointerId), true);</script>`;

const page = (title: string, body: string, attributes = 'lang="en"'): string =>
  `<!doctype html><html ${attributes}><head><meta charset="utf-8"><title>${title}</title><style>${STYLE}</style></head><body>${body}</body></html>`;

/** The smallest document that the PDF viewer shows. */
const PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]>>endobj
trailer<</Root 1 0 R>>`;

const CONTENT: Readonly<Record<string, string>> = {
  "/plain": page(
    "Plain totals",
    `<header><h1>Plain totals</h1></header><main>${sections(3)}<p>Write to <b>ana@north.example</b></p></main>`,
  ),
  "/tall": page("Tall totals", `<main>${sections(16)}</main>`),
  "/rtl": page("مجموع", `<main>${sections(3)}</main>`, 'lang="ar" dir="rtl"'),
  "/app": page("App", `<div style="position:fixed;inset:60px 0 0 200px;overflow:auto"><main>${sections(14)}</main></div>`),
  "/hungry": page("Hungry", `${HUNGRY}<main><button onclick="this.textContent='pressed'">press</button>${sections(3)}</main>`),
};

/** A small site with pages to capture. */
export interface CaptureSite {
  url: string;
  stop(): Promise<void>;
}

/** Serves the pages on `127.0.0.1`. All but the one with a script have a strict content security policy. */
export async function startCaptureSite(): Promise<CaptureSite> {
  const server = http.createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://site");
    if (pathname === "/document") {
      response.writeHead(200, { "content-type": "application/pdf" }).end(PDF);
      return;
    }
    const policy = pathname === "/hungry" ? {} : { "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'" };
    const html = CONTENT[pathname];
    response.writeHead(html ? 200 : 404, { "content-type": "text/html; charset=utf-8", ...policy });
    response.end(html ?? "");
  });
  const { origin, stop } = await listening(server);
  return { url: origin, stop };
}
