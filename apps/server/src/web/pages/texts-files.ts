import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** A text file in each encoding. */
export type Encoded = Record<"br" | "gzip" | "identity", Buffer>;

const compressed = promisify(brotliCompress);
const zipped = promisify(gzip);

/** Compresses a text file, as small as possible. */
export async function encode(text: string): Promise<Encoded> {
  const identity = Buffer.from(text);
  const params = { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length };
  const [br, gz] = await Promise.all([compressed(identity, { params }), zipped(identity, { level: 9 })]);
  return { br, gzip: gz, identity };
}

/** Returns the best encoding that a client accepts. An encoding with the quality 0 is refused by the client (RFC 9110, section 12.5.3). */
export function encodingFor(accepted: string | undefined): keyof Encoded {
  const accepts = (name: string): boolean =>
    (accepted ?? "").split(",", 20).some((entry) => {
      const [coding = "", ...parameters] = entry.split(";").map((part) => part.trim().toLowerCase());
      return coding === name && !parameters.some((parameter) => /^q=0(?:\.0*)?$/u.test(parameter));
    });
  return accepts("br") ? "br" : accepts("gzip") ? "gzip" : "identity";
}

/**
 * Returns a function that reads the texts of a language in all encodings, or null for a file that does not exist. Each file is compressed once,
 * and again after it has changed: other languages than English are loaded with each visit, and have a fifth of their size.
 * @param folder the folder with one folder for each language
 */
export function createTextsReader(folder: string): (language: string, namespace: string) => Promise<Encoded | null> {
  const known = new Map<string, { changedAt: number; files: Promise<Encoded> }>();
  return async (language, namespace) => {
    const file = path.join(folder, language, `${namespace}.json`);
    const found = await stat(file).catch(() => null);
    if (!found?.isFile()) return null;
    const before = known.get(file);
    if (before?.changedAt === found.mtimeMs) return before.files;
    const files = readFile(file, "utf8").then((json) => encode(JSON.stringify(JSON.parse(json))));
    known.set(file, { changedAt: found.mtimeMs, files });
    // What failed is tried again.
    files.catch(() => known.delete(file));
    return files;
  };
}
