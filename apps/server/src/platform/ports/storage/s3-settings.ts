import { ConfigError } from "../../config/config.ts";

/** Parsed `s3://KEY:SECRET@HOST[:PORT]/BUCKET?region=…&prefix=…&publicEndpoint=…`. */
export interface S3Settings {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Ends with `/` unless empty. */
  prefix: string;
  /** Address of the store for browsers, if different. */
  publicEndpoint: string | undefined;
}

/** @throws ConfigError that names the missing part; it never repeats the secret. */
export function parseS3Url(text: string): S3Settings {
  let url: URL;
  try {
    url = new URL(text.replace(/^s3(\+http)?:/u, (_, plain) => (plain ? "http:" : "https:")));
  } catch {
    throw new ConfigError("STORAGE_URL: not a URL of the form s3://KEY:SECRET@HOST/BUCKET");
  }
  const bucket = decodeURIComponent(url.pathname.slice(1)).replace(/\/+$/u, "");
  if (!url.username || !url.password || !bucket || bucket.includes("/"))
    throw new ConfigError("STORAGE_URL: needs a key, a secret and one bucket, s3://KEY:SECRET@HOST/BUCKET");
  const prefix = (url.searchParams.get("prefix") ?? "").replace(/^\/+|\/+$/gu, "");
  return {
    endpoint: `${url.protocol}//${url.host}`,
    bucket,
    region: url.searchParams.get("region") ?? "us-east-1",
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
    prefix: prefix && `${prefix}/`,
    publicEndpoint: url.searchParams.get("publicEndpoint") ?? undefined,
  };
}
