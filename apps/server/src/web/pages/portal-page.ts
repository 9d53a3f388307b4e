import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { directionOf } from "@stillreel/i18n";
import { inlineScriptSources } from "../../platform/http/security-headers.ts";
import { encode, type Encoded } from "./texts-files.ts";

/** The portal's page as it is sent. */
export interface PortalPage {
  files: Encoded;
  /** Hash of the content, in the form of the header. */
  etag: string;
  /** Sources of its inline scripts for the policy of the page. */
  scripts: string[];
}

async function makePage(file: string, language: string): Promise<PortalPage> {
  const built = await readFile(file, "utf8");
  const html = built.replace(/<html[^>]*>/u, `<html lang="${language}" dir="${directionOf(language)}">`);
  const etag = `"${createHash("sha256").update(html).digest("base64url").slice(0, 22)}"`;
  return { files: await encode(html), etag, scripts: inlineScriptSources(html) };
}

/**
 * Returns a function that reads the portal's page, or null before it is built. The html element names the language of the installation, which
 * the portal uses when neither the address nor the browser names one that it has. Each page is compressed once, and again after a build.
 */
export function createPageReader(file: string): (language: string) => Promise<PortalPage | null> {
  const known = new Map<string, { changedAt: number; page: Promise<PortalPage> }>();
  return async (language) => {
    const found = await stat(file).catch(() => null);
    if (!found) return null;
    const before = known.get(language);
    if (before?.changedAt === found.mtimeMs) return before.page;
    const page = makePage(file, language);
    known.set(language, { changedAt: found.mtimeMs, page });
    // What failed is tried again.
    page.catch(() => known.delete(language));
    return page;
  };
}
