import { hash, timingSafeEqual } from "node:crypto";
import { MEDIA_URL_TTL_S } from "@stillreel/contract";

/** URLs made within one such step are the same, so that a browser's cache recognises them, and live for `TTL - STEP` to `TTL` seconds. */
const STEP_S = 120;
const BLOCK = 64;
/** Bytes of the signature that travel: half of SHA-256, as RFC 2104 §5 allows; 128 bits cannot be guessed. */
const MAC_BYTES = 16;
/** Tokens of the running step that are kept, so that lists asked for again sign nothing anew; some 4 MB. */
const KEPT_TOKENS = 10_000;

/** What a media URL states. */
export interface MediaClaims {
  storageKey: string;
  mimeType: string;
  /** Who it was made for; for the record, whoever holds the URL may use it while it lives. */
  callerId: string;
  /** Seconds since 1970. */
  expiresAt: number;
  /** Quoted entity tag; bytes behind a key never change. */
  etag: string;
  /** Null: not known when the URL was made. */
  sizeBytes: number | null;
  disposition: "inline" | "attachment";
  fileName: string;
}

/** What `media.url` is given. */
export interface MediaUrlOptions {
  storageKey: string;
  mimeType: string;
  /** SHA-256 of the bytes, as hex or raw. */
  sha256?: string | Uint8Array;
  sizeBytes?: number;
  callerId: string;
  fileName?: string;
  disposition?: "inline" | "attachment";
}

/** HMAC-SHA-256 (RFC 2104) by two one-shot hashes: half the time of `createHmac`, of which a list needs 150. */
function createMac(key: Buffer): (message: string) => Buffer {
  const inner = Buffer.alloc(BLOCK + 4096);
  const outer = Buffer.alloc(BLOCK + 32);
  for (let at = 0; at < BLOCK; at += 1) {
    inner[at] = (key[at] ?? 0) ^ 0x36;
    outer[at] = (key[at] ?? 0) ^ 0x5c;
  }
  return (message) => {
    const room = message.length <= 1300 ? inner : Buffer.concat([inner.subarray(0, BLOCK), Buffer.alloc(message.length * 3)]);
    const length = room.write(message, BLOCK, "utf8");
    hash("sha256", room.subarray(0, BLOCK + length), "buffer").copy(outer, BLOCK);
    return hash("sha256", outer, "buffer").subarray(0, MAC_BYTES);
  };
}

/** The tag that travels in a token: none where it follows from the key, for a list carries 150 tokens. */
function tagOf({ sha256 }: MediaUrlOptions): string {
  if (typeof sha256 === "string") return sha256.slice(0, 32);
  if (sha256) return Buffer.from(sha256.buffer, sha256.byteOffset, Math.min(16, sha256.byteLength)).toString("hex");
  return "";
}

/** The random end of a storage key: bytes behind a key never change. */
const tagOfKey = (storageKey: string): string => storageKey.slice(storageKey.lastIndexOf("/") + 1);

/** Makes and reads the tokens of media URLs. `key` has 32 bytes. */
export function createMediaTokens(key: Buffer) {
  const mac = createMac(key);
  const kept = new Map<string, string>();
  let keptUntil = 0;

  function make(options: MediaUrlOptions, expiresAt: number): string {
    const named = options.fileName === undefined ? "" : options.fileName;
    // The file name comes last: it is the only field that may hold a line break.
    const text = `${expiresAt.toString(36)}\n${options.storageKey}\n${options.mimeType}\n${options.callerId}\n${tagOf(options)}\n${options.sizeBytes ?? ""}\n${options.disposition === "attachment" ? "a" : "i"}\n${named}`;
    return `${Buffer.from(text, "utf8").toString("base64url")}.${mac(text).toString("base64url")}`;
  }

  return {
    /** The token of a URL, at `nowS` seconds since 1970. */
    sign(options: MediaUrlOptions, nowS: number): string {
      const expiresAt = Math.floor(nowS / STEP_S) * STEP_S + MEDIA_URL_TTL_S;
      if (options.fileName !== undefined) return make(options, expiresAt);
      if (expiresAt !== keptUntil || kept.size >= KEPT_TOKENS) {
        kept.clear();
        keptUntil = expiresAt;
      }
      const name = `${options.callerId}\n${options.disposition ?? ""}\n${options.mimeType}\n${options.sizeBytes ?? ""}\n${options.storageKey}`;
      const known = kept.get(name);
      if (known !== undefined) return known;
      const token = make(options, expiresAt);
      kept.set(name, token);
      return token;
    },

    /** The claims of a token that we made and that still lives; else null. */
    read(token: string, nowS: number): MediaClaims | null {
      const dot = token.indexOf(".");
      if (dot < 1 || token.length > 8_000) return null;
      const text = Buffer.from(token.slice(0, dot), "base64url").toString("utf8");
      const given = Buffer.from(token.slice(dot + 1), "base64url");
      const expected = mac(text);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
      const [expires = "", storageKey = "", mimeType = "", callerId = "", etag = "", size = "", disposition = "", ...name] =
        text.split("\n");
      const expiresAt = Number.parseInt(expires, 36);
      if (!(expiresAt > nowS)) return null;
      return {
        storageKey,
        mimeType,
        callerId,
        expiresAt,
        etag: `"${etag || tagOfKey(storageKey)}"`,
        sizeBytes: size === "" ? null : Number(size),
        disposition: disposition === "a" ? "attachment" : "inline",
        fileName: name.join("\n"),
      };
    },
  };
}

export type MediaTokens = ReturnType<typeof createMediaTokens>;
