import http from "node:http";
import type { AddressInfo } from "node:net";
import { listening } from "../support/listening.ts";
import { INCOMPLETE_PAGES } from "./incomplete-pages.ts";
import { FIXTURE_PAGES } from "./pages.ts";
import { FRAME_PAGES } from "./scroller-pages.ts";

/** The fixture pages, served on this machine. */
export interface FixtureServer {
  /** Address of the pages without a trailing slash. The page's name follows. */
  url: string;
  stop(): Promise<void>;
}

function picture(query: URLSearchParams): string {
  const [width, height, hue] = [Number(query.get("w")), Number(query.get("h")), Number(query.get("hue"))];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="hsl(${hue} 60% 75%)"/><circle cx="${width / 2}" cy="${height / 2}" r="${height / 3}" fill="hsl(${hue} 60% 45%)"/></svg>`;
}

/** Serves the fixture pages on `127.0.0.1`. `localhost` is the other site of some pages with a frame. */
export async function startFixtureServer(): Promise<FixtureServer> {
  const server = http.createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://zoo.test");
    const { port } = server.address() as AddressInfo;
    if (pathname === "/picture.svg") {
      response.writeHead(200, { "content-type": "image/svg+xml", "cache-control": "max-age=3600" });
      setTimeout(() => response.end(picture(searchParams)), Number(searchParams.get("delay")));
      return;
    }
    const page = [...FIXTURE_PAGES, ...FRAME_PAGES, ...INCOMPLETE_PAGES].find(({ name }) => `/${name}` === pathname);
    response.writeHead(page ? 200 : 404, { "content-type": "text/html; charset=utf-8" });
    response.end(page?.html({ site: `http://127.0.0.1:${port}`, other: `http://localhost:${port}` }));
  });
  const { origin, stop } = await listening(server);
  return { url: origin, stop };
}
