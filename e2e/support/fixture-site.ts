import http from "node:http";
import { listening } from "./listening.ts";

/** A static page of a typical web site: colors, text, a gradient. */
const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Quarterly totals</title><style>
html{scrollbar-width:none}body{margin:0;font:18px/1.5 serif;background:linear-gradient(120deg,#fdf3d7,#cfe4f5);min-height:100vh}
header{background:#14324a;color:#fff;padding:24px 40px}main{padding:40px;display:grid;gap:24px;grid-template-columns:repeat(3,1fr)}
section{background:#fff;border:3px solid #d0533c;border-radius:12px;padding:20px}</style></head>
<body><header><h1>Quarterly totals</h1></header><main><section><h2>North</h2><p>1,204</p></section><section><h2>South</h2><p>998</p></section><section><h2>East</h2><p>1,377</p></section></main></body></html>`;

/** A small site to capture, on another address than the product's. */
export interface FixtureSite {
  url: string;
  stop(): Promise<void>;
}

/** Serves the page on `127.0.0.1` with a strict content security policy. */
export async function startFixtureSite(): Promise<FixtureSite> {
  const server = http.createServer((_request, response) => {
    response.writeHead(200, {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
    });
    response.end(PAGE);
  });
  const { origin, stop } = await listening(server);
  return { url: `${origin}/`, stop };
}
