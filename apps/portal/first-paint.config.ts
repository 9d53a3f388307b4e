import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { BASE_LANGUAGE } from "@stillreel/i18n";
import type { HtmlTagDescriptor, Plugin } from "vite";

const read = (path: string): string => readFileSync(fileURLToPath(new URL(path, import.meta.url)), "utf8");

const FOLDER = "src/app/first-paint";
/** The element of the application. */
const ROOT = '<div id="root">';
const PARTS = ["logo", "library", "sign-in", "video"] as const;

/** A catalogue of texts: texts and groups of texts, by name. */
interface Texts {
  readonly [name: string]: string | Texts;
}

/**
 * Replaces the names of texts in braces.
 * @throws Error for a name without a text
 */
export function fillTexts(html: string, texts: Texts): string {
  return html.replace(/\{\{([\w.]+)\}\}/gu, (_whole, name: string) => {
    const found = name.split(".").reduce<string | Texts | undefined>((at, key) => (typeof at === "object" ? at[key] : undefined), texts);
    if (typeof found !== "string") throw new Error(`The first paint names the text ${name}, which does not exist.`);
    return found.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  });
}

/**
 * Gives the first paint precedence: the style sheets of the head move behind it, because the browser shows what is before them until they
 * are loaded.
 */
export function preferFirstPaint(html: string): string {
  const links: string[] = [];
  const rest = html.replace(/[ \t]*<link rel="stylesheet"[^>]*>\n?/gu, (link) => {
    links.push(link.trim());
    return "";
  });
  if (!rest.includes(ROOT)) throw new Error(`The page has no ${ROOT}.`);
  return rest.replace(ROOT, `${links.join("")}${ROOT}`);
}

/**
 * Adds the static first paint of some pages to the portal's page: what a slow device shows before style sheets and code are loaded.
 * `early.js` chooses the part, `first-paint.ts` removes it. Its texts are English.
 */
export function firstPaint(): Plugin[] {
  const add: Plugin = {
    name: "first-paint",
    transformIndexHtml: {
      order: "pre",
      handler: (): HtmlTagDescriptor[] => {
        const texts = JSON.parse(read(`../../packages/i18n/src/${BASE_LANGUAGE}/auth.json`)) as Texts;
        const html = PARTS.map((part) => read(`${FOLDER}/${part}.html`)).join("");
        const style = read("../../packages/ui/src/styles/tokens.css") + read(`${FOLDER}/first-paint.css`);
        return [
          { tag: "style", children: style, injectTo: "head" },
          { tag: "div", attrs: { id: "first", "aria-hidden": "true" }, children: fillTexts(html, texts), injectTo: "body-prepend" },
        ];
      },
    },
  };
  const prefer: Plugin = {
    name: "first-paint-priority",
    apply: "build",
    transformIndexHtml: { order: "post", handler: preferFirstPaint },
  };
  return [add, prefer];
}
