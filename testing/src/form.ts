import { randomBytes } from "node:crypto";

/** One file of a form. */
export interface FormFile {
  name?: string;
  fileName: string;
  type?: string;
  bytes: Uint8Array;
}

/** Creates a `multipart/form-data` body and its headers, for `inject`. */
export function multipart(
  fields: Record<string, string>,
  files: FormFile | readonly FormFile[] = [],
): { payload: Buffer; headers: Record<string, string> } {
  const boundary = `----stillreel${randomBytes(8).toString("hex")}`;
  const parts: Buffer[] = [];
  for (const [name, value] of Object.entries(fields))
    parts.push(Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`));
  for (const file of [files].flat()) {
    parts.push(
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="${file.name ?? "file"}"; filename="${file.fileName}"\r\ncontent-type: ${file.type ?? "application/octet-stream"}\r\n\r\n`,
      ),
    );
    parts.push(Buffer.from(file.bytes), Buffer.from("\r\n"));
  }
  parts.push(Buffer.from(`--${boundary}--\r\n`));
  return { payload: Buffer.concat(parts), headers: { "content-type": `multipart/form-data; boundary=${boundary}` } };
}
